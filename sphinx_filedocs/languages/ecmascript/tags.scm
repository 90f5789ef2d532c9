; Definitions that JavaScript and TypeScript share.

; What stands in front of a definition belongs to it: export, export default.
(export_statement declaration: (_) @wrapped) @wrapper

(class_declaration name: (_) @name) @definition.class
(lexical_declaration
  ["const" "let"] @prefix
  (variable_declarator
    name: (identifier) @name
    value: (class body: (_) @body)) @definition.class)
(variable_declaration
  "var" @prefix
  (variable_declarator
    name: (identifier) @name
    value: (class body: (_) @body)) @definition.class)

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function

(lexical_declaration
  ["const" "let"] @prefix
  (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.function)
(variable_declaration
  "var" @prefix
  (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.function)

; Members of classes, and of objects that have a name.
(class_body
  (method_definition
    name: [
      (property_identifier) @name
      (private_property_identifier) @name
      (computed_property_name) @name
      (number) @name
      (string (string_fragment) @name)
    ]) @definition.method)

(variable_declarator
  value: (object (method_definition
    name: [(property_identifier) (computed_property_name)] @name) @definition.method))
(variable_declarator
  value: (object (pair
    key: (property_identifier) @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.method))

; module.exports = { f() {}, g: function () {} }, Foo.prototype = {...}, export default {...}
((assignment_expression
    left: (member_expression
      object: (_) @_object
      property: (property_identifier) @_property)
    right: (object [
      (method_definition
        name: [(property_identifier) (computed_property_name)] @name) @definition.function
      (pair
        key: (property_identifier) @name
        value: [
          (arrow_function body: (_) @body)
          (function_expression body: (_) @body)
          (generator_function body: (_) @body)
        ]) @definition.function
    ]))
  (#eq? @_object "module")
  (#eq? @_property "exports"))
((assignment_expression
    left: (member_expression
      object: (_) @scope
      property: (property_identifier) @_property)
    right: (object [
      (method_definition
        name: [(property_identifier) (computed_property_name)] @name) @definition.method
      (pair
        key: (property_identifier) @name
        value: [
          (arrow_function body: (_) @body)
          (function_expression body: (_) @body)
          (generator_function body: (_) @body)
        ]) @definition.method
    ]))
  (#eq? @_property "prototype"))
(export_statement
  value: (object [
    (method_definition
      name: [(property_identifier) (computed_property_name)] @name) @definition.function
    (pair
      key: (property_identifier) @name
      value: [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
        (generator_function body: (_) @body)
      ]) @definition.function
  ]))

; exports.f = function () {}, module.exports.f = () => {}
((assignment_expression
    left: (member_expression
      object: (_) @_object
      property: (property_identifier) @name)
    right: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.function
  (#any-of? @_object "exports" "module.exports"))
((assignment_expression
    left: (member_expression
      object: (_) @_object
      property: (property_identifier) @name)
    right: (class body: (_) @body)) @definition.class
  (#any-of? @_object "exports" "module.exports"))

; module.exports = function f() {}, module.exports = class C {}
((assignment_expression
    left: (member_expression
      object: (_) @_object
      property: (property_identifier) @_property)
    right: [
      (function_expression name: (identifier) @name body: (_) @body)
      (generator_function name: (identifier) @name body: (_) @body)
    ]) @definition.function
  (#eq? @_object "module")
  (#eq? @_property "exports"))
((assignment_expression
    left: (member_expression
      object: (_) @_object
      property: (property_identifier) @_property)
    right: (class name: (_) @name body: (_) @body)) @definition.class
  (#eq? @_object "module")
  (#eq? @_property "exports"))

; Foo.prototype.bar = function () {}
((assignment_expression
    left: (member_expression
      object: (member_expression
        object: (_) @scope
        property: (property_identifier) @_property)
      property: (property_identifier) @name)
    right: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.method
  (#eq? @_property "prototype"))

; this.bar = function () {}, in a constructor
(assignment_expression
  left: (member_expression
    object: (this)
    property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method

; Foo.bar = function () {}
((assignment_expression
    left: (member_expression
      object: [(identifier) (member_expression)] @scope
      property: (property_identifier) @name)
    right: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.function
  (#not-any-of? @scope "exports" "module.exports" "module" "window" "globalThis" "global")
  (#not-match? @scope "[(\\[]|prototype$")
  (#not-match? @name "^on[a-z]+$"))

; bar = function () {}, declared before
(program (expression_statement
  (assignment_expression
    left: (identifier) @name
    right: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.function))

; Functions and classes that keep a name of their own where a value is expected.
([
  (arguments (function_expression name: (identifier) @name) @definition.function)
  (arguments (generator_function name: (identifier) @name) @definition.function)
  (return_statement (function_expression name: (identifier) @name) @definition.function)
  (return_statement (generator_function name: (identifier) @name) @definition.function)
  (parenthesized_expression (function_expression
    name: (identifier) @name) @definition.function)
  (new_expression constructor: (function_expression
    name: (identifier) @name) @definition.function)
  (arguments (object (pair
    value: (function_expression name: (identifier) @name) @definition.function)))
])
([
  (arrow_function body: (class name: (_) @name) @definition.class)
  (arguments (class name: (_) @name) @definition.class)
  (return_statement (class name: (_) @name) @definition.class)
])

; Of the data what is exported, and what is written in capitals outside of functions.
; $ITEM = (array_pattern [
;   (identifier) @name
;   (assignment_pattern left: (identifier) @name)
;   (rest_pattern (identifier) @name)
;   ])
; $PART = (object_pattern [
;   (shorthand_property_identifier_pattern) @name
;   (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
;   (rest_pattern (identifier) @name)
;   (pair_pattern value: (identifier) @name)
;   (pair_pattern value: (assignment_pattern left: (identifier) @name))
;   ])
; $BOUND = [
;   (identifier) @name
;   $ITEM
;   $PART
;   (object_pattern (pair_pattern value: [$ITEM $PART]))
;   (array_pattern [$ITEM $PART])
;   ]
(export_statement
  declaration: (lexical_declaration
    "const" @prefix
    (variable_declarator name: $BOUND) @definition.constant))
(export_statement
  declaration: (_
    ["let" "var"] @prefix
    (variable_declarator name: $BOUND) @definition.variable))
((lexical_declaration
    "const" @prefix
    (variable_declarator name: (identifier) @name) @definition.constant)
  (#match? @name "^[A-Z][A-Z0-9_]*$"))
(program (_
  ["const" "let" "var"] @prefix
  (variable_declarator
    name: (identifier) @name
    value: (object [
      (method_definition)
      (pair value: [(arrow_function) (function_expression) (generator_function)])
    ])) @definition.variable))
