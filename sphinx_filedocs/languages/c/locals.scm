; Scopes of C and the names that they bind; C++ has the same.

; In a head only the parameters are bound.
(declaration declarator: [
  (function_declarator)
  (pointer_declarator (function_declarator))
  (pointer_declarator (pointer_declarator (function_declarator)))
]) @scope.head
(type_definition) @scope.head
(function_declarator
  declarator: (parenthesized_declarator (pointer_declarator))
  parameters: (parameter_list) @scope.head)
(abstract_function_declarator parameters: (parameter_list) @scope.head)

(function_definition declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name)))
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name))))
]) @scope.function
(function_definition
  type: [
    (type_identifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
  ]
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name)))
  ]) @scope.function
(function_definition) @scope.function
(function_definition
  type: (type_identifier) @name
  declarator: (parenthesized_declarator (identifier) @definition.parameter)) @scope.function
(translation_unit
  (expression_statement (call_expression function: (identifier) @name))
  .
  (declaration)*
  .
  (compound_statement) @scope.function)

[(compound_statement) (for_statement)] @scope.block

(struct_specifier name: (type_identifier) @name body: (_)) @scope.class
(union_specifier name: (type_identifier) @name body: (_)) @scope.class
; A type without a name has that of what is declared with it: of several, one.
(type_definition
  type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))] @scope.class
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
  ])
(field_declaration
  type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))] @scope.class
  declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
  ])
(declaration
  type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))] @scope.class
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    ])
  ])

; The fields that an initialiser names are those of the type, also of an array's elements.
; $OWNER = [
;   (type_identifier) @owner
;   (struct_specifier name: (type_identifier) @owner)
;   (union_specifier name: (type_identifier) @owner)
;   ]
; $NAMING = (initializer_list (initializer_pair
;   designator: (field_designator (field_identifier) @member)))
(declaration type: $OWNER declarator: (init_declarator
  declarator: [(identifier) (pointer_declarator)] value: $NAMING))
(declaration type: $OWNER declarator: (init_declarator
  declarator: (array_declarator) value: (initializer_list [$NAMING (initializer_pair value: $NAMING)])))
(compound_literal_expression type: (type_descriptor type: $OWNER) value: $NAMING)

(enum_specifier name: (type_identifier) @definition.definition body: (_))
(enumerator name: (identifier) @definition.variable)

(labeled_statement label: (statement_identifier) @definition.label)

(preproc_def name: (identifier) @definition.global)
(preproc_function_def name: (identifier) @definition.global)

; Parameters: of every declarator first the plain ones, then those whose type has members.
(parameter_declaration declarator: [
  (identifier) @definition.parameter
  (pointer_declarator declarator: (identifier) @definition.parameter)
  (pointer_declarator declarator: (pointer_declarator
    declarator: (identifier) @definition.parameter))
  (pointer_declarator declarator: (array_declarator
    declarator: (identifier) @definition.parameter))
  (array_declarator declarator: (identifier) @definition.parameter)
  (array_declarator declarator: (array_declarator
    declarator: (identifier) @definition.parameter))
  (function_declarator declarator: (identifier) @definition.parameter)
  (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (identifier) @definition.parameter)))
  (pointer_declarator (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (identifier) @definition.parameter))))
])
(parameter_declaration
  type: [
    (type_identifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
  ]
  declarator: [
    (identifier) @definition.parameter
    (pointer_declarator declarator: (identifier) @definition.parameter)
    (pointer_declarator declarator: (pointer_declarator
      declarator: (identifier) @definition.parameter))
    (pointer_declarator declarator: (array_declarator
      declarator: (identifier) @definition.parameter))
    (array_declarator declarator: (identifier) @definition.parameter)
  ])

; Variables; a prototype is one too.
(declaration
  type: [
    (type_identifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
    (struct_specifier !name body: (_)) @type
    (union_specifier !name body: (_)) @type
  ]
  declarator: [
    (identifier) @definition.variable
    (pointer_declarator declarator: (identifier) @definition.variable)
    (pointer_declarator declarator: (pointer_declarator
      declarator: (identifier) @definition.variable))
    (pointer_declarator declarator: (array_declarator
      declarator: (identifier) @definition.variable))
    (array_declarator declarator: (identifier) @definition.variable)
    (function_declarator declarator: (identifier) @definition.variable)
    (pointer_declarator declarator: (function_declarator
      declarator: (identifier) @definition.variable))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
      declarator: (identifier) @definition.variable)))
    (init_declarator declarator: [
      (identifier) @definition.variable
      (pointer_declarator declarator: (identifier) @definition.variable)
      (pointer_declarator declarator: (pointer_declarator
        declarator: (identifier) @definition.variable))
      (pointer_declarator declarator: (array_declarator
        declarator: (identifier) @definition.variable))
      (array_declarator declarator: (identifier) @definition.variable)
    ])
  ])
(declaration declarator: (identifier) @definition.variable)
(init_declarator declarator: (identifier) @definition.variable)
(pointer_declarator declarator: (identifier) @definition.variable)
(array_declarator declarator: (identifier) @definition.variable)
(function_declarator declarator: (identifier) @definition.variable)
(parenthesized_declarator (identifier) @definition.variable)
(attributed_declarator (identifier) @definition.variable)

; Other names of types.
(type_definition
  type: [
    (type_identifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
    (struct_specifier !name body: (_)) @type
    (union_specifier !name body: (_)) @type
    (enum_specifier name: (type_identifier) @type)
  ]
  declarator: [
    (type_identifier) @definition.definition
    (pointer_declarator declarator: (type_identifier) @definition.definition)
    (array_declarator declarator: (type_identifier) @definition.definition)
  ])
(type_definition declarator: (type_identifier) @definition.definition)
(pointer_declarator declarator: (type_identifier) @definition.definition)
(array_declarator declarator: (type_identifier) @definition.definition)
(function_declarator declarator: (type_identifier) @definition.definition)
(parenthesized_declarator (type_identifier) @definition.definition)

; Fields.
(field_declaration
  type: [
    (type_identifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
    (struct_specifier !name body: (_)) @type
    (union_specifier !name body: (_)) @type
  ]
  declarator: [
    (field_identifier) @definition.field
    (pointer_declarator declarator: (field_identifier) @definition.field)
    (pointer_declarator declarator: (pointer_declarator
      declarator: (field_identifier) @definition.field))
    (pointer_declarator declarator: (array_declarator
      declarator: (field_identifier) @definition.field))
    (array_declarator declarator: (field_identifier) @definition.field)
  ])
(field_declaration declarator: (field_identifier) @definition.field)
(pointer_declarator declarator: (field_identifier) @definition.field)
(array_declarator declarator: (field_identifier) @definition.field)
(function_declarator declarator: (field_identifier) @definition.field)
(parenthesized_declarator (field_identifier) @definition.field)
