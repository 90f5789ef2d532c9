; inherits: ecmascript

; import a = require("x")
(import_statement
  (import_require_clause
    (identifier) @alias
    source: (string) @target)) @import.require

; What is for types only is no import of what is left of the text.
(import_statement "type") @when.types
(export_statement "type") @when.types
; export type * from "x" is an error to the grammar.
((export_statement (ERROR) @_type) @when.types
  (#match? @_type "^type\\b"))
(import_specifier "type" name: _ @name @typed) @part
(export_specifier "type" name: _ @name @typed) @part
(type_query (call_expression function: (import)) @when.types)
(type_alias_declaration value: (_) @when.types)
(type_annotation (member_expression object: (call_expression function: (import))) @when.types)
(type_arguments (member_expression object: (call_expression function: (import))) @when.types)
