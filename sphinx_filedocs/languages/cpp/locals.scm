; inherits: c

; A template's parameters are its own; what it makes is bound around it.
(template_declaration) @scope.head
(template_parameter_list [
  (type_parameter_declaration (type_identifier) @definition.placeholder)
  (optional_type_parameter_declaration name: (type_identifier) @definition.placeholder)
  (variadic_type_parameter_declaration (type_identifier) @definition.placeholder)
  (template_template_parameter_declaration
    (type_parameter_declaration (type_identifier) @definition.placeholder))
  (optional_parameter_declaration declarator: (identifier) @definition.parameter)
  (variadic_parameter_declaration (variadic_declarator (identifier) @definition.parameter))
])
(template_template_parameter_declaration parameters: (template_parameter_list) @scope.head)

(namespace_definition name: (namespace_identifier) @name) @scope.class
(namespace_definition
  name: (nested_namespace_specifier (namespace_identifier) @name .)) @scope.class
(namespace_alias_definition
  name: (namespace_identifier) @definition.alias
  [(namespace_identifier) (nested_namespace_specifier)] @value .)
(using_declaration "namespace" [(identifier) (qualified_identifier)] @opened)
; What is in an inline namespace is in the one around it too.
(namespace_definition "inline" name: (namespace_identifier) @opened @outside)
(using_declaration "using" . (qualified_identifier name: (identifier) @definition.alias))
(using_declaration "using" . (qualified_identifier
  name: (qualified_identifier name: (identifier) @definition.alias)))
(using_declaration "using" . (qualified_identifier
  name: (qualified_identifier name: (qualified_identifier
    name: (identifier) @definition.alias))))

(class_specifier name: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
] body: (_)) @scope.class
(class_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name)]
  (base_class_clause [
    (type_identifier) @base
    (template_type name: (type_identifier) @base)
    (qualified_identifier) @base
    (qualified_identifier name: (template_type name: (_) @base))
    (qualified_identifier
      name: (qualified_identifier name: (template_type name: (_) @base)))
  ])) @scope.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_)) @scope.class
(struct_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name)]
  (base_class_clause [
    (type_identifier) @base
    (template_type name: (type_identifier) @base)
    (qualified_identifier) @base
    (qualified_identifier name: (template_type name: (_) @base))
    (qualified_identifier
      name: (qualified_identifier name: (template_type name: (_) @base)))
  ])) @scope.class
(class_specifier
  name: (qualified_identifier scope: (_) @owner name: (type_identifier) @name)
  body: (_)) @scope.class
(struct_specifier
  name: (qualified_identifier scope: (_) @owner name: (type_identifier) @name)
  body: (_)) @scope.class
(enum_specifier ["class" "struct"] name: (type_identifier) @name body: (_)) @scope.class

; A function inside of its class, then one that names it.
(field_declaration declarator: [
  (function_declarator)
  (pointer_declarator (function_declarator))
  (reference_declarator (function_declarator))
]) @scope.head
(declaration declarator: (reference_declarator (function_declarator))) @scope.head
(function_definition declarator: [
  (function_declarator declarator: (field_identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
  (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (field_identifier) @name)))
  (reference_declarator (function_declarator declarator: [
    (field_identifier) @name
    (identifier) @name
  ]))
]) @scope.function
(function_definition
  type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type) @type
  ]
  declarator: [
    (function_declarator declarator: [(field_identifier) @name (identifier) @name])
    (pointer_declarator declarator: (function_declarator
      declarator: [(field_identifier) @name (identifier) @name]))
    (reference_declarator (function_declarator
      declarator: [(field_identifier) @name (identifier) @name]))
  ]) @scope.function
(function_definition declarator: [
  (function_declarator declarator: [
    (qualified_identifier
      scope: (_) @owner name: [(identifier) @name (template_function name: (identifier) @name)])
    (qualified_identifier name: (qualified_identifier
      scope: (_) @owner name: [(identifier) @name (template_function name: (identifier) @name)]))
    (qualified_identifier name: (qualified_identifier name: (qualified_identifier
      scope: (_) @owner name: (identifier) @name)))
  ])
  (pointer_declarator declarator: (function_declarator declarator: [
    (qualified_identifier
      scope: (_) @owner name: [(identifier) @name (template_function name: (identifier) @name)])
    (qualified_identifier name: (qualified_identifier
      scope: (_) @owner name: [(identifier) @name (template_function name: (identifier) @name)]))
    (qualified_identifier name: (qualified_identifier name: (qualified_identifier
      scope: (_) @owner name: (identifier) @name)))
  ]))
  (reference_declarator (function_declarator declarator: [
    (qualified_identifier
      scope: (_) @owner name: [(identifier) @name (template_function name: (identifier) @name)])
    (qualified_identifier name: (qualified_identifier
      scope: (_) @owner name: [(identifier) @name (template_function name: (identifier) @name)]))
    (qualified_identifier name: (qualified_identifier name: (qualified_identifier
      scope: (_) @owner name: (identifier) @name)))
  ]))
]) @scope.function
(function_definition
  type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type) @type
  ]
  declarator: [
    (function_declarator declarator: (qualified_identifier
      scope: (_) @owner name: (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier
      scope: (_) @owner name: (identifier) @name)))
    (reference_declarator (function_declarator declarator: (qualified_identifier
      scope: (_) @owner name: (identifier) @name)))
  ]) @scope.function
(function_definition declarator: (function_declarator declarator: [
  (qualified_identifier scope: (_) @owner name: [(destructor_name) (operator_name)])
  (qualified_identifier name: (qualified_identifier
    scope: (_) @owner name: [(destructor_name) (operator_name)]))
])) @scope.function
(function_definition declarator: (reference_declarator (function_declarator declarator:
  (qualified_identifier scope: (_) @owner name: (operator_name))))) @scope.function
(function_definition declarator: (qualified_identifier
  scope: (_) @owner name: (operator_cast))) @scope.function
; A friend is no member.
(friend_declaration (_ declarator: [
  (function_declarator declarator: (identifier) @definition.outer)
  (pointer_declarator declarator: (function_declarator
    declarator: (identifier) @definition.outer))
  (reference_declarator (function_declarator declarator: (identifier) @definition.outer))
]))
(lambda_expression) @scope.function
[
  (for_range_loop) (catch_clause) (if_statement) (while_statement) (switch_statement)
] @scope.block

; Members that are declared.
(field_declaration
  type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type) @type
  ]
  declarator: [
    (field_identifier) @definition.field
    (pointer_declarator declarator: (field_identifier) @definition.field)
    (reference_declarator (field_identifier) @definition.field)
    (array_declarator declarator: (field_identifier) @definition.field)
    (function_declarator declarator: (field_identifier) @definition.field)
    (pointer_declarator declarator: (function_declarator
      declarator: (field_identifier) @definition.field))
    (reference_declarator (function_declarator
      declarator: (field_identifier) @definition.field))
  ])
(reference_declarator (field_identifier) @definition.field)
(alias_declaration name: (type_identifier) @definition.definition)
(alias_declaration
  name: (type_identifier) @definition.definition
  type: (type_descriptor type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type) @type
  ]))
(type_definition
  type: [(qualified_identifier) @type (template_type) @type]
  declarator: (type_identifier) @definition.definition)
(concept_definition name: (identifier) @definition.variable)

; Parameters and variables.
(parameter_declaration declarator: [
  (identifier) @definition.parameter
  (reference_declarator (identifier) @definition.parameter)
  (pointer_declarator declarator: (identifier) @definition.parameter)
  (reference_declarator (array_declarator declarator: (identifier) @definition.parameter))
  (reference_declarator (variadic_declarator (identifier) @definition.parameter))
  (variadic_declarator (identifier) @definition.parameter)
])
(parameter_declaration
  type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type) @type
  ]
  declarator: [
    (identifier) @definition.parameter
    (reference_declarator (identifier) @definition.parameter)
    (pointer_declarator declarator: (identifier) @definition.parameter)
    (pointer_declarator declarator: (pointer_declarator
      declarator: (identifier) @definition.parameter))
    (array_declarator declarator: (identifier) @definition.parameter)
  ])
(optional_parameter_declaration declarator: [
  (identifier) @definition.parameter
  (reference_declarator (identifier) @definition.parameter)
  (pointer_declarator declarator: (identifier) @definition.parameter)
  (reference_declarator (array_declarator declarator: (identifier) @definition.parameter))
  (reference_declarator (variadic_declarator (identifier) @definition.parameter))
  (variadic_declarator (identifier) @definition.parameter)
])
(optional_parameter_declaration
  type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type) @type
  ]
  declarator: [
    (identifier) @definition.parameter
    (reference_declarator (identifier) @definition.parameter)
    (pointer_declarator declarator: (identifier) @definition.parameter)
    (pointer_declarator declarator: (pointer_declarator
      declarator: (identifier) @definition.parameter))
    (array_declarator declarator: (identifier) @definition.parameter)
  ])
(declaration
  type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type) @type
  ]
  declarator: [
    (identifier) @definition.variable
    (pointer_declarator declarator: (identifier) @definition.variable)
    (reference_declarator (identifier) @definition.variable)
    (array_declarator declarator: (identifier) @definition.variable)
    (function_declarator declarator: (identifier) @definition.variable)
    (pointer_declarator declarator: (function_declarator
      declarator: (identifier) @definition.variable))
    (reference_declarator (function_declarator
      declarator: (identifier) @definition.variable))
    (init_declarator declarator: [
      (identifier) @definition.variable
      (pointer_declarator declarator: (identifier) @definition.variable)
      (reference_declarator (identifier) @definition.variable)
      (array_declarator declarator: (identifier) @definition.variable)
    ])
  ])
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (identifier) @definition.variable
      (pointer_declarator declarator: (identifier) @definition.variable)
      (reference_declarator (identifier) @definition.variable)
    ]
    value: (_) @value))
(for_range_loop declarator: (identifier) @definition.variable right: (_) @after)
(for_range_loop
  type: (placeholder_type_specifier)
  declarator: [
    (identifier) @definition.variable
    (reference_declarator (identifier) @definition.variable)
    (pointer_declarator declarator: (identifier) @definition.variable)
  ]
  right: (_) @many)
(for_range_loop
  type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type) @type
  ]
  declarator: [
    (identifier) @definition.variable
    (reference_declarator (identifier) @definition.variable)
    (pointer_declarator declarator: (identifier) @definition.variable)
  ])
(reference_declarator (identifier) @definition.variable)
(structured_binding_declarator (identifier) @definition.variable)
(init_declarator
  declarator: [
    (structured_binding_declarator) @divided
    (reference_declarator (structured_binding_declarator) @divided)
  ]
  value: (_) @value)
(for_range_loop
  declarator: [
    (structured_binding_declarator) @divided
    (reference_declarator (structured_binding_declarator) @divided)
  ]
  right: (_) @many)
(lambda_capture_initializer left: (identifier) @definition.variable)
(variadic_parameter_declaration declarator: [
  (variadic_declarator (identifier) @definition.parameter)
  (reference_declarator (variadic_declarator (identifier) @definition.parameter))
])
