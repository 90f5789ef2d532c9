; Scopes of JavaScript and TypeScript and the names that they bind.

(function_declaration name: (identifier) @name @owner) @scope.function
(generator_function_declaration name: (identifier) @name @owner) @scope.function
(arrow_function) @scope.function
(method_definition) @scope.function @attached
(method_definition "static") @scope.function @static
(method_definition
  name: [(property_identifier) (private_property_identifier)] @name @definition.field) @scope.function
(class_body (method_definition
  "get" name: [(property_identifier) (private_property_identifier)] @definition.computed))
(pair value: [(function_expression) (generator_function)] @scope.function) @attached
(function_expression) @scope.function @detached
(generator_function) @scope.function @detached
(function_expression name: (identifier) @definition.variable)
(generator_function name: (identifier) @definition.variable)

; app.use = function () {}, View.prototype.lookup = function () {}
(assignment_expression
  left: (member_expression object: (identifier) @owner)
  right: [(function_expression) (generator_function)] @scope.function)
((assignment_expression
    left: (member_expression
      object: (member_expression
        object: (identifier) @owner
        property: (property_identifier) @_property))
    right: [(function_expression) (generator_function)] @scope.function)
  (#eq? @_property "prototype"))

[
  (statement_block)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
] @scope.block

; What a function returns that does not say it.
((return_statement (_) @result) (#not-any-of? @result "null" "undefined" "[]"))
((arrow_function body: (expression) @result) (#not-any-of? @result "null" "undefined" "[]"))
(yield_expression (_) @yielded)

; What a test has told about a name; what a promise gives is not told by it.
((if_statement
  condition: (parenthesized_expression [
    (binary_expression
      left: (identifier) @definition.narrowed operator: "instanceof" right: (_) @type)
    (binary_expression
      left: (binary_expression
        left: (identifier) @definition.narrowed operator: "instanceof" right: (_) @type)
      operator: "&&")
  ])
  alternative: (_)? @outside) @scope.head
  (#not-eq? @type "Promise"))

((ternary_expression condition: (binary_expression
      left: (identifier) @definition.narrowed operator: "instanceof" right: (_) @type) alternative: (_) @outside) @scope.head
  (#not-eq? @type "Promise"))
((statement_block (if_statement
    condition: (parenthesized_expression (unary_expression
      operator: "!" argument: (parenthesized_expression (binary_expression
      left: (identifier) @definition.narrowed operator: "instanceof" right: (_) @type))))
    consequence: [
      (return_statement) (throw_statement) (continue_statement) (break_statement)
      (statement_block [
        (return_statement) (throw_statement) (continue_statement) (break_statement)
      ] .)
    ]
    !alternative) @after) @scope.head
  (#not-eq? @type "Promise"))

(variable_declarator name: (identifier) @name value: (class) @scope.class)
(pair key: (property_identifier) @name value: (class) @scope.class)
(export_statement "default" @name value: (class) @scope.class)
(class) @scope.class

; Objects that have a name are like classes; the members of others are nobody's.
(object) @scope.object
(variable_declarator name: (identifier) @name value: (object) @scope.object)
(variable_declarator
  name: (identifier) @name
  value: (assignment_expression right: [
    (object) @scope.object
    (assignment_expression right: (object) @scope.object)
  ]))
((variable_declarator
    name: (identifier) @name
    value: (call_expression
      function: (member_expression object: (identifier) @_object)
      arguments: (arguments . (object) @scope.object)))
  (#eq? @_object "Object"))
(pair key: (property_identifier) @name value: (object) @scope.object)
(export_statement "default" @name value: (object) @scope.object)
((assignment_expression
    left: (member_expression
      object: (_) @_object
      property: (property_identifier) @name)
    right: [(object) @scope.object (class) @scope.class])
  (#any-of? @_object "exports" "module.exports"))
((assignment_expression
    left: (member_expression
      object: (identifier) @_object
      property: (property_identifier) @name @_property)
    right: [(object) @scope.object (class) @scope.class])
  (#eq? @_object "module")
  (#eq? @_property "exports"))
((assignment_expression
    left: (member_expression
      object: (identifier) @owner
      property: (property_identifier) @_property)
    right: (object) @scope.object)
  (#eq? @_property "prototype"))
(pair key: (property_identifier) @definition.field value: (_) @value)
(object (shorthand_property_identifier) @definition.shorthand @value)

; What a file exports under a name that is none of its own.
((variable_declarator
    name: (identifier) @value
    value: (assignment_expression
      left: (member_expression
        object: (identifier) @_object
        property: (property_identifier) @definition.export @_property)))
  (#eq? @_object "module")
  (#eq? @_property "exports")
  (#set! name "default"))
((variable_declarator
    name: (identifier) @value
    value: (assignment_expression
      right: (assignment_expression
        left: (member_expression
          object: (identifier) @_object
          property: (property_identifier) @definition.export @_property))))
  (#eq? @_object "module")
  (#eq? @_property "exports")
  (#set! name "default"))
((assignment_expression
    left: (member_expression
      object: (identifier) @_object
      property: (property_identifier) @definition.export @_property)
    right: (function_expression name: (identifier) @value))
  (#eq? @_object "module")
  (#eq? @_property "exports")
  (#set! name "default"))
((assignment_expression
    left: (member_expression
      object: (identifier) @_object
      property: (property_identifier) @definition.export @_property)
    right: (_) @value)
  (#eq? @_object "module")
  (#eq? @_property "exports")
  (#set! name "default"))
((assignment_expression
    left: (member_expression
      object: (_) @_object
      property: (property_identifier) @definition.export)
    right: (_) @value)
  (#any-of? @_object "exports" "module.exports")
  (#not-match? @value "void 0$"))
(export_specifier name: (identifier) @value alias: (_) @definition.export)
(export_specifier name: (identifier) @exported @value !alias)
(export_statement declaration: (_ name: (_) @exported @value))
; $ITEM = (array_pattern [
;   (identifier) @exported @value
;   (assignment_pattern left: (identifier) @exported @value)
;   (rest_pattern (identifier) @exported @value)
;   ])
; $PART = (object_pattern [
;   (shorthand_property_identifier_pattern) @exported @value
;   (object_assignment_pattern left: (shorthand_property_identifier_pattern) @exported @value)
;   (rest_pattern (identifier) @exported @value)
;   (pair_pattern value: (identifier) @exported @value)
;   (pair_pattern value: (assignment_pattern left: (identifier) @exported @value))
;   ])
; $BOUND = [
;   (identifier) @exported @value
;   $ITEM
;   $PART
;   (object_pattern (pair_pattern value: [$ITEM $PART]))
;   (array_pattern [$ITEM $PART])
;   ]
(export_statement declaration: (_ (variable_declarator name: $BOUND)))
((export_statement "default" @definition.export value: (_) @value)
  (#set! name "default"))
((export_statement "default" @definition.export declaration: (_ name: (_) @value))
  (#set! name "default"))
((call_expression
    function: (member_expression) @_function
    arguments: (arguments
      . (identifier) @_object
      . (string (string_fragment) @definition.export)
      . (object (pair value: (function_expression
          body: (statement_block . (return_statement (_) @value)))))))
  (#eq? @_function "Object.defineProperty")
  (#eq? @_object "exports"))

; Names that get another value are no new ones.
(assignment_expression left: (array_pattern (identifier) @definition.known))
(assignment_expression left: (object_pattern [
  (shorthand_property_identifier_pattern) @definition.known
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @definition.known)
  (pair_pattern value: (identifier) @definition.known)
]))

(variable_declaration (variable_declarator name: (identifier) @definition.hoisted))
(variable_declaration (variable_declarator name: [
  (array_pattern (identifier) @definition.hoisted)
  (object_pattern [
    (shorthand_property_identifier_pattern) @definition.hoisted
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @definition.hoisted)
    (pair_pattern value: (identifier) @definition.hoisted)
  ])
]))
(variable_declarator name: (identifier) @definition.variable)
(variable_declarator name: (identifier) @definition.variable value: (_) @value)
(for_in_statement kind: "var" left: (identifier) @definition.hoisted)
(for_in_statement kind: ["const" "let"] left: (identifier) @definition.variable)
(for_in_statement
  kind: ["const" "let"] left: (identifier) @definition.variable operator: "of" right: (_) @many)
(catch_clause parameter: (identifier) @definition.variable)
(arrow_function parameter: (identifier) @definition.parameter)
(shorthand_property_identifier_pattern) @definition.variable
((variable_declarator name: (object_pattern) @unpacked value: (_) @value)
  (#set! nested "shorthand_property_identifier_pattern"))
(array_pattern (identifier) @definition.variable)
((variable_declarator name: (array_pattern) @divided value: (_) @value)
  (#set! nested "array_pattern"))
((for_in_statement
    kind: ["const" "let"] left: (array_pattern) @divided operator: "of" right: (_) @many)
  (#set! nested "array_pattern"))
((for_in_statement
    kind: ["const" "let"] left: (object_pattern) @unpacked operator: "of" right: (_) @many)
  (#set! nested "shorthand_property_identifier_pattern"))
(rest_pattern (identifier) @definition.variable)
(assignment_pattern left: (identifier) @definition.variable)
(pair_pattern value: (identifier) @definition.variable)

; Members that an object of this file gets later.
(assignment_expression
  left: (member_expression
    object: (identifier) @owner
    property: (property_identifier) @definition.attribute) @scope.class
  right: (_) @value)
((assignment_expression
    left: (member_expression
      object: (member_expression
        object: (identifier) @owner
        property: (property_identifier) @_property)
      property: (property_identifier) @definition.attribute) @scope.class
    right: (_) @value)
  (#eq? @_property "prototype"))

; Components of Vue by their options: an instance has all that these make.
((object
    (pair key: (property_identifier) @_option @base value: (object))) @scope.object
  (#any-of? @_option "computed" "methods" "props"))
((export_statement
    "default" @base
    value: (object (pair key: (property_identifier) @_option value: (object) @scope.object)))
  (#any-of? @_option "computed" "methods" "watch"))
