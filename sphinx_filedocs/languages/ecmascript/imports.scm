; Imports of JavaScript and TypeScript.

(import_statement source: (string) @target) @import.import

((import_statement
    (import_clause (identifier) @alias)
    source: (string) @target) @import.import
  (#set! name "default"))

(import_statement
  (import_clause (namespace_import (identifier) @alias))
  source: (string) @target) @import.import

; The names stand before the target; so they are matched on their own.
(import_specifier name: _ @name alias: (_)? @alias) @part
(export_specifier name: _ @name alias: (_)? @alias) @part
(variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
  (pair_pattern key: (property_identifier) @name value: (identifier) @alias)
] @part))

(export_statement source: (string) @target) @import.reexport

(export_statement "*" @star source: (string) @target) @import.reexport

(export_statement
  (namespace_export (_) @alias)
  source: (string) @target) @import.reexport

; What compilers write for "import * as a", "import a" and "export *".
((variable_declarator
    name: (identifier) @alias
    value: (call_expression
      function: [(identifier) @_function (member_expression property: (_) @_function)]
      arguments: (arguments . (call_expression
        function: (identifier) @_require
        arguments: (arguments . (string) @target))))) @import.require
  (#eq? @_function "__importStar")
  (#eq? @_require "require"))
((call_expression
    function: [(identifier) @_function (member_expression property: (_) @_function)]
    arguments: (arguments . (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @target)))) @import.require @star
  (#eq? @_function "__exportStar")
  (#eq? @_require "require"))

; const a = require("x"), b = require("x").c, { d, e: f, g = 1 } = require("x")
((variable_declarator
    name: (identifier) @alias
    value: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @target))) @import.require
  (#eq? @_require "require"))

((variable_declarator
    name: (identifier) @alias
    value: (member_expression
      object: (call_expression
        function: (identifier) @_require
        arguments: (arguments . (string) @target))
      property: (property_identifier) @name)) @import.require
  (#eq? @_require "require"))

((variable_declarator
    name: (object_pattern)
    value: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @target))) @import.require
  (#eq? @_require "require"))

((call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @target)) @import.require
  (#eq? @_require "require"))

; const a = await import("x"), { b, c: d } = await import("x")
(variable_declarator
  name: (identifier) @alias
  value: (await_expression (call_expression
    function: (import)
    arguments: (arguments . (string) @target)))) @import.import

(variable_declarator
  name: (object_pattern)
  value: (await_expression (call_expression
    function: (import)
    arguments: (arguments . (string) @target)))) @import.import

(call_expression
  function: (import)
  arguments: (arguments . (string) @target)) @import.import

; What is in a function is imported when that is called, but for one that is called where it stands.
(function_declaration body: (_) @when.call)
(generator_function_declaration body: (_) @when.call)
(function_expression body: (_) @when.call)
(generator_function body: (_) @when.call)
(arrow_function body: (_) @when.call)
(method_definition body: (_) @when.call)
(call_expression
  function: (parenthesized_expression
    [(function_expression body: (_) @when.load) (arrow_function body: (_) @when.load)]))
(call_expression
  function: (member_expression
    object: [
      (parenthesized_expression (function_expression body: (_) @when.load))
      (function_expression body: (_) @when.load)
    ]
    property: (property_identifier) @_call)
  (#any-of? @_call "call" "apply"))
(parenthesized_expression
  (call_expression function: (function_expression body: (_) @when.load)))
