; inherits: ecmascript

; import a = require("x")
(import_statement
  (import_require_clause
    (identifier) @alias
    source: (string) @target)) @import.require
