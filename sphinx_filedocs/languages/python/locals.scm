; Scopes of Python and the names that they bind.

; What has parameters for types: these are bound around it.
(class_definition (type_parameter)) @scope.head
(function_definition (type_parameter)) @scope.head
(type_alias_statement (type (generic_type (type_parameter)))) @scope.head

(class_definition name: (identifier) @name) @scope.class
(class_definition
  name: (identifier) @name
  superclasses: (argument_list [(identifier) (attribute)] @base)) @scope.class
(class_definition
  name: (identifier) @name
  superclasses: (argument_list (subscript value: (_) @base))) @scope.class
(function_definition name: (identifier) @name) @scope.function
(function_definition
  name: (identifier) @name
  return_type: (type (_) @type)) @scope.function
(lambda) @scope.function
[
  (list_comprehension)
  (set_comprehension)
  (dictionary_comprehension)
  (generator_expression)
] @scope.block

; The name of a property means what it returns.
((decorated_definition
  (decorator [(identifier) @_maker (attribute attribute: (identifier) @_maker)])
  definition: (function_definition name: (identifier) @definition.computed))
  (#any-of? @_maker "property" "cached_property"))

; So does that of a fixture where a test, or another fixture, has a parameter of this name.
; $FIXTURE = (decorator [
;     (identifier) @_fixture
;     (attribute attribute: (identifier) @_fixture)
;     (call function: [(identifier) @_fixture (attribute attribute: (identifier) @_fixture)])
;   ])
; $GIVEN = parameters: (parameters [
;     (identifier) @definition.given
;     (typed_parameter . (identifier) @definition.given)
;   ])
((decorated_definition
  $FIXTURE
  definition: (function_definition name: (identifier) @definition.provider $GIVEN))
  (#eq? @_fixture "fixture"))
((decorated_definition
  $FIXTURE
  definition: (function_definition name: (identifier) @definition.provider))
  (#eq? @_fixture "fixture"))
((function_definition name: (identifier) @_test $GIVEN) (#match? @_test "^test"))

; What a function returns that does not say it, unless a decorator may have changed that.
((return_statement (_) @result) (#not-any-of? @result "None" "[]" "{}"))
(lambda body: (_) @result)
((yield (_) @yielded) @_whole (#not-match? @_whole "^yield\\s+from"))
((decorated_definition
    (decorator [
      (identifier) @_changes
      (attribute attribute: (identifier) @_changes)
      (call function: [(identifier) @_changes (attribute attribute: (identifier) @_changes)])
    ])
    definition: (function_definition name: (identifier) @replaced))
  (#not-any-of? @_changes
    "abstractmethod" "asynccontextmanager" "cache" "cached_property" "classmethod"
    "contextmanager" "final" "fixture" "getter" "lru_cache" "override" "property" "setter"
    "staticmethod"))

; Tests of what a name or a member of one is, and of what it is not; the same where it stands after what
; it is told of. What issubclass says is the type of a class.
; $TEST = (call function: (identifier) @_test
;     arguments: (argument_list . (_) @definition.narrowed . (_) @type .))
; $TESTS = $TEST
;   (comparison_operator
;     . (call function: (identifier) @_exactly arguments: (argument_list . (_) @definition.narrowed .))
;     . ["is" "=="] . (_) @type .)
; $ISINSTANCE =
;   (call function: (identifier) @_instance arguments: (argument_list . (_) @told . (_) @type .))
; $BEFORE = $ISINSTANCE
;   (comparison_operator
;     . (call function: (identifier) @_exactly arguments: (argument_list . (_) @told .))
;     . ["is" "=="] . (_) @type .)
; $ASKED = (#match? @_test "^is(instance|subclass)$") (#eq? @_exactly "type")
; $ASKEDBEFORE = (#eq? @_instance "isinstance") (#eq? @_exactly "type")
((call function: (identifier) @_test
    arguments: (argument_list . (_) @tested . (_) .) @type)
  (#eq? @_test "issubclass"))

; What the test of an if, an elif or a while says of a name, up to where that is not known any more.
((_
  condition: [
    $TESTS
    (boolean_operator left: [$TESTS] "and")
    (boolean_operator "and" right: [$TESTS])
    (boolean_operator left: (boolean_operator left: $TEST "and") "and")
  ]
  alternative: (_)* @outside) @scope.head
  $ASKED)
; Also behind "and" in any expression, or behind what is false unless the test fails.
([
    (boolean_operator left: [$TESTS] "and")
    (boolean_operator left: (boolean_operator left: $TEST "and") "and")
    (boolean_operator left: (boolean_operator "and" right: $TEST) "and")
    (boolean_operator left: (boolean_operator
      left: (boolean_operator left: $TEST "and") "and") "and")
    (boolean_operator left: (not_operator argument: $TEST) "or")
    (conditional_expression . (_) @outside . (not_operator argument: $TEST))
  ] @scope.head
  $ASKED)
; What stands before its condition.
([
    (conditional_expression
      . (_) . "if" @definition.narrowed . [$BEFORE] . "else" . (_) @outside)
    (conditional_expression
      . (_) . "if" @definition.narrowed
      . (boolean_operator left: $ISINSTANCE "and") . "else" . (_) @outside)
  ] @scope.head
  $ASKEDBEFORE
  (#set! early ""))
([
    (_ (for_in_clause left: (identifier) @_name)
      . (if_clause "if" @definition.narrowed . $ISINSTANCE))
    (_ (for_in_clause left: (identifier) @_name)
      . (if_clause "if" @definition.narrowed . (boolean_operator left: $ISINSTANCE "and")))
    (_ (for_in_clause left: (identifier) @_name)
      . (if_clause "if" @definition.narrowed
        . (boolean_operator left: (boolean_operator left: $ISINSTANCE "and") "and")))
  ] @scope.head
  $ASKEDBEFORE
  (#eq? @_name @told)
  (#set! early ""))
; Where the test has failed that it is not.
((if_statement
    condition: [
      (not_operator argument: $ISINSTANCE)
      (comparison_operator
        . (call function: (identifier) @_exactly arguments: (argument_list . (_) @told .))
        . ["is not" "!="] . (_) @type .)
    ]
    alternative: [
      (elif_clause "elif" @definition.narrowed)
      (else_clause "else" @definition.narrowed)
    ] @scope.head)
  $ASKEDBEFORE)
; Behind what ends unless the test holds, and behind what says that it does.
((block (if_statement
    condition: [
      (not_operator argument: $TEST)
      (comparison_operator
        . (call function: (identifier) @_exactly arguments: (argument_list . (_) @definition.narrowed .))
        . ["is not" "!="] . (_) @type .)
    ]
    consequence: (block [
      (return_statement) (raise_statement) (continue_statement) (break_statement)
    ] .)
    !alternative) @after) @scope.head
  $ASKED)
((block (assert_statement . [$TESTS]) @after) @scope.head
  $ASKED)
(match_statement
  subject: (identifier) @told
  body: (block (case_clause
    "case" @definition.narrowed
    . (case_pattern (class_pattern . (dotted_name) @type))) @scope.head))
(match_statement
  subject: (identifier) @told
  body: (block (case_clause
    "case" @definition.narrowed
    . (case_pattern (as_pattern (case_pattern (class_pattern . (dotted_name) @type)))))
    @scope.head))
(match_statement
  subject: (identifier) @told
  body: (block (case_clause
    "case" @definition.narrowed . (case_pattern (union_pattern) @type)) @scope.head))
(as_pattern
  (case_pattern (class_pattern . (dotted_name) @type))
  (identifier) @definition.variable)

; What is worked out where a scope stands, not in it.
(class_definition type_parameters: (_) @outside)
(class_definition superclasses: (argument_list) @outside)
(function_definition type_parameters: (_) @outside)
(function_definition return_type: (type) @outside)
(parameters [
  (typed_parameter type: (type) @outside)
  (default_parameter value: (_) @outside)
  (typed_default_parameter type: (type) @outside value: (_) @outside)
])
(lambda_parameters (default_parameter value: (_) @outside))
(list_comprehension . (_) . (for_in_clause right: (_) @outside))
(set_comprehension . (_) . (for_in_clause right: (_) @outside))
(dictionary_comprehension . (_) . (for_in_clause right: (_) @outside))
(generator_expression . (_) . (for_in_clause right: (_) @outside))

; Parameters for types.
(class_definition type_parameters: (type_parameter (type [
  (identifier) @definition.placeholder
  (constrained_type . (type (identifier) @definition.placeholder))
  (splat_type (identifier) @definition.placeholder)
])))
(function_definition type_parameters: (type_parameter (type [
  (identifier) @definition.placeholder
  (constrained_type . (type (identifier) @definition.placeholder))
  (splat_type (identifier) @definition.placeholder)
])))
(type_alias_statement left: (type (generic_type (type_parameter (type [
  (identifier) @definition.placeholder
  (constrained_type . (type (identifier) @definition.placeholder))
  (splat_type (identifier) @definition.placeholder)
])))))

; The instance, or the class of a class method; a comment may stand before it.
(class_definition body: (block [
  (function_definition
    parameters: (parameters . [
      (identifier) @definition.this (typed_parameter . (identifier) @definition.this)
      ((comment)+ . [(identifier) @definition.this (typed_parameter . (identifier) @definition.this)])
    ]))
  (decorated_definition
    (decorator (identifier) @_decorator)
    definition: (function_definition
      parameters: (parameters . [
        (identifier) @definition.this (typed_parameter . (identifier) @definition.this)
        ((comment)+ . [(identifier) @definition.this (typed_parameter . (identifier) @definition.this)])
      ])))
] (#not-eq? @_decorator "staticmethod")))

((class_definition body: (block (decorated_definition
    (decorator (identifier) @_decorator)
    definition: (function_definition
      parameters: (parameters . [
        (identifier) @definition.class (typed_parameter . (identifier) @definition.class)
        ((comment)+ . [(identifier) @definition.class (typed_parameter . (identifier) @definition.class)])
      ])))))
  (#eq? @_decorator "classmethod"))
((class_definition body: (block (function_definition
    name: (identifier) @_makes
    parameters: (parameters . [
      (identifier) @definition.class (typed_parameter . (identifier) @definition.class)
      ((comment)+ . [(identifier) @definition.class (typed_parameter . (identifier) @definition.class)])
    ]))))
  (#any-of? @_makes "__new__" "__init_subclass__" "__class_getitem__"))

(parameters [
  (identifier) @definition.parameter
  (list_splat_pattern (identifier) @definition.parameter) @rest
  (dictionary_splat_pattern (identifier) @definition.parameter) @rest
  (default_parameter name: (identifier) @definition.parameter)
  (typed_parameter [
    (identifier) @definition.parameter
    (list_splat_pattern (identifier) @definition.parameter) @rest
    (dictionary_splat_pattern (identifier) @definition.parameter) @rest
  ])
])
(typed_parameter . (identifier) @definition.parameter type: (type (_) @type))
(typed_default_parameter name: (identifier) @definition.parameter)
(typed_default_parameter
  name: (identifier) @definition.parameter type: (type (_) @type))
(lambda_parameters [
  (identifier) @definition.parameter
  (list_splat_pattern (identifier) @definition.parameter) @rest
  (dictionary_splat_pattern (identifier) @definition.parameter) @rest
  (default_parameter name: (identifier) @definition.parameter)
])

(assignment left: (identifier) @definition.variable right: (_)? @value)
(assignment left: (identifier) @definition.variable type: (type (_) @type))
; The members of an enumeration are its instances.
((class_definition
    name: (identifier) @type
    superclasses: (argument_list [
      (identifier) @_enum
      (attribute attribute: (identifier) @_enum)
    ])
    body: (block (expression_statement (assignment left: (identifier) @definition.variable right: (_)))))
  (#any-of? @_enum "Enum" "Flag" "IntEnum" "IntFlag" "StrEnum"))
(augmented_assignment left: (identifier) @definition.variable)
(named_expression name: (identifier) @definition.variable value: (_) @value)
(as_pattern alias: (as_pattern_target (identifier) @definition.variable)) @value
(as_pattern_target [(tuple (identifier) @definition.variable) (list (identifier) @definition.variable)])
(for_statement left: (identifier) @definition.variable right: (_) @many)
(for_in_clause left: (identifier) @definition.variable right: (_) @many)
; What is divided among several names.
((assignment left: [(pattern_list) (tuple_pattern) (list_pattern)] @divided right: (_) @value)
  (#set! nested "tuple_pattern list_pattern"))
([
    (for_statement left: [(pattern_list) (tuple_pattern)] @divided right: (_) @many)
    (for_in_clause left: [(pattern_list) (tuple_pattern)] @divided right: (_) @many)
  ]
  (#set! nested "tuple_pattern list_pattern"))
(pattern_list (identifier) @definition.variable)
(tuple_pattern (identifier) @definition.variable)
(list_pattern (identifier) @definition.variable)
(list_splat_pattern (identifier) @definition.variable)
(class_pattern
  . (dotted_name) @owner
  (case_pattern (keyword_pattern . (identifier) @member)))
; What a case captures: a dotted name of more than one part is compared instead.
(case_pattern (dotted_name . (identifier) @definition.variable .))
(keyword_pattern (dotted_name . (identifier) @definition.variable .))
(splat_pattern (identifier) @definition.variable)
(as_pattern (case_pattern) (identifier) @definition.variable)
(type_alias_statement left: (type [
  (identifier) @definition.variable
  (generic_type . (identifier) @definition.variable)
]))
(global_statement (identifier) @global)
(nonlocal_statement (identifier) @nonlocal)

; Attributes of the instance are bound where it gets them.
((assignment
    left: (attribute object: (identifier) @_self attribute: (identifier) @definition.field)
    right: (_)? @value)
  (#any-of? @_self "self" "cls"))
((assignment
    left: (attribute object: (identifier) @_self attribute: (identifier) @definition.field)
    type: (type (_) @type))
  (#any-of? @_self "self" "cls"))
; Also one of several, and what a loop or a context manager gives.
([
  (pattern_list (attribute object: (identifier) @_self attribute: (identifier) @definition.field))
  (tuple_pattern (attribute object: (identifier) @_self attribute: (identifier) @definition.field))
  (list_pattern (attribute object: (identifier) @_self attribute: (identifier) @definition.field))
  (list_splat_pattern
    (attribute object: (identifier) @_self attribute: (identifier) @definition.field))
  (for_statement
    left: (attribute object: (identifier) @_self attribute: (identifier) @definition.field))
  (as_pattern_target
    (attribute object: (identifier) @_self attribute: (identifier) @definition.field))
  (as_pattern_target
    (tuple (attribute object: (identifier) @_self attribute: (identifier) @definition.field)))
] (#any-of? @_self "self" "cls"))
