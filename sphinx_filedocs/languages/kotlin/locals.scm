; Scopes of Kotlin and the names that they bind. What is in a companion belongs to the class.

(class_declaration name: (identifier) @name) @scope.class
(class_declaration
  name: (identifier) @name
  (delegation_specifiers
    (delegation_specifier [
      (user_type) @base
      (constructor_invocation . (user_type) @base)
      (explicit_delegation . (user_type) @base)
    ]))) @scope.class
(object_declaration name: (identifier) @name) @scope.class
(object_declaration
  name: (identifier) @name
  (delegation_specifiers
    (delegation_specifier [
      (user_type) @base
      (constructor_invocation . (user_type) @base)
    ]))) @scope.class
(object_literal
  (delegation_specifiers
    (delegation_specifier [
      (user_type) @base
      (constructor_invocation . (user_type) @base)
    ]))
  (class_body) @scope.class)
(object_literal . "object" . (class_body) @scope.class)
(enum_entry (class_body) @scope.class)

(function_declaration name: (identifier) @name) @scope.function
; fun Owner.extension()
(function_declaration
  "fun"
  .
  (user_type) @owner
  .
  name: (identifier) @name) @scope.function
(function_declaration
  name: (identifier) @name
  (function_value_parameters)
  .
  [(user_type) (nullable_type)] @type) @scope.function
(secondary_constructor) @scope.function
(anonymous_function) @scope.function
(lambda_literal) @scope.function
(getter) @scope.function
(setter) @scope.function
[(block) (for_statement) (catch_block) (when_expression) (when_entry)] @scope.block

(type_parameter (identifier) @definition.placeholder)

; A parameter of a constructor is known in the class; with val or var it is a property.
(class_parameter
  (identifier) @definition.variable
  .
  [(user_type) (nullable_type) (function_type)] @type)
((function_value_parameters
    (parameter_modifiers (parameter_modifier) @_many)
    .
    (parameter
      . (identifier) @definition.parameter . [(user_type) (nullable_type)] @type)) @rest
  (#eq? @_many "vararg"))
(parameter
  .
  (identifier) @definition.parameter
  .
  [(user_type) (nullable_type) (function_type)] @type)
(setter (identifier) @definition.parameter)
(lambda_parameters
  (variable_declaration
    .
    (identifier) @definition.parameter
    .
    [(user_type) (nullable_type) (function_type)]? @type))
(lambda_parameters
  (multi_variable_declaration (variable_declaration . (identifier) @definition.parameter)))
(catch_block . (identifier) @definition.variable . (user_type) @type)
(for_statement (variable_declaration . (identifier) @definition.variable))
(for_statement
  (multi_variable_declaration (variable_declaration . (identifier) @definition.variable)))
(when_subject (variable_declaration . (identifier) @definition.variable))

(property_declaration
  (variable_declaration
    .
    (identifier) @definition.variable
    .
    [(user_type) (nullable_type) (function_type)] @type))
(property_declaration
  (variable_declaration . (identifier) @definition.variable .)
  "="
  .
  (_) @value)
(property_declaration (variable_declaration . (identifier) @definition.variable .))
(property_declaration
  (multi_variable_declaration (variable_declaration . (identifier) @definition.variable)))

(class_declaration
  name: (identifier) @type
  (enum_class_body (enum_entry . (identifier) @definition.variable)))
(type_alias type: (identifier) @definition.alias [(user_type) (nullable_type)] @value)
(type_alias type: (identifier) @definition.definition)

; Tests of what a name or a member of one is, and of what it is not.
; $IS = (is_expression left: (_) @definition.narrowed "is" right: (_) @type)
; $NOT = (is_expression left: (_) @definition.narrowed "!is" right: (_) @type)
; $TESTS = $IS
;   (binary_expression left: $IS operator: "&&")
;   (binary_expression right: $IS operator: "&&")
;   (binary_expression left: (binary_expression left: $IS operator: "&&") operator: "&&")
;   (binary_expression left: (binary_expression right: $IS operator: "&&") operator: "&&")
; $ENDS = (return_expression) (throw_expression) (block [(return_expression) (throw_expression)] .)
([
  (if_expression condition: [$TESTS])
  (while_statement condition: [$TESTS])
  (when_entry condition: [$TESTS])
  (binary_expression left: $IS operator: "&&")
  (binary_expression left: (binary_expression left: $IS operator: "&&") operator: "&&")
  (binary_expression left: (binary_expression right: $IS operator: "&&") operator: "&&")
  (binary_expression left: $NOT operator: "||")
] @scope.head)
(if_expression condition: [$TESTS] "else" . (_) @outside)
(if_expression condition: $NOT . (_) @outside . "else") @scope.head
(when_expression
  (when_subject [(identifier) @told (variable_declaration . (identifier) @told)])
  (when_entry . condition: (type_test "is" @definition.narrowed (_) @type) . "->") @scope.head)
; Behind what ends unless the test holds, and behind a cast.
(block (if_expression condition: $NOT . [$ENDS] .) @after) @scope.head
(block (as_expression . (_) @definition.narrowed "as" (_) @type .) @after) @scope.head
