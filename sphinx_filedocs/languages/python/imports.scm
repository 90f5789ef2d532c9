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

; What is in a function is imported when that is called, and what only a checker of types sees never.
(function_definition body: (_) @when.call)
([
    (if_statement
      condition: [(identifier) @_flag (attribute attribute: (identifier) @_flag)]
      consequence: (_) @when.types)
    (elif_clause
      condition: [(identifier) @_flag (attribute attribute: (identifier) @_flag)]
      consequence: (_) @when.types)
    (_
      condition: (boolean_operator [
        (identifier) @_flag
        (attribute attribute: (identifier) @_flag)
      ] "and")
      consequence: (_) @when.types)
    (_
      condition: (boolean_operator "and" [
        (identifier) @_flag
        (attribute attribute: (identifier) @_flag)
      ])
      consequence: (_) @when.types)
  ]
  (#eq? @_flag "TYPE_CHECKING"))
((if_statement
    condition: (not_operator
      argument: [(identifier) @_flag (attribute attribute: (identifier) @_flag)])
    alternative: [
      (else_clause body: (_) @when.types)
      (elif_clause consequence: (_) @when.types)
    ])
  (#eq? @_flag "TYPE_CHECKING"))
