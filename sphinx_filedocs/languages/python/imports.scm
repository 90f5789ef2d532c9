; Imports of Python, wherever they stand.

(import_statement name: (dotted_name) @target) @import.import

(import_statement
  name: (aliased_import name: (dotted_name) @target alias: (identifier) @alias)) @import.import

(import_from_statement module_name: (_) @target) @import.import

(import_from_statement
  module_name: (_) @target
  name: (dotted_name) @name) @import.import

(import_from_statement
  module_name: (_) @target
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @import.import

(import_from_statement
  module_name: (_) @target
  (wildcard_import) @star) @import.import

(future_import_statement "__future__" @target) @import.import

(future_import_statement
  "__future__" @target
  name: (dotted_name) @name) @import.import

(future_import_statement
  "__future__" @target
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @import.import
