; inherits: c

(this) @this
(namespace_identifier) @type @mentioned
(type_identifier) @type
(qualified_identifier
  scope: (_)
  name: [
    (identifier) @member
    (type_identifier) @member
    (template_function name: (identifier) @member)
    (template_type name: (type_identifier) @member)
    (qualified_identifier scope: [
      (namespace_identifier) @member
      (template_type name: (type_identifier) @member)
    ])
  ])
(qualified_identifier
  !scope
  name: [
    (identifier) @top
    (type_identifier) @top
    (template_function name: (identifier) @top)
    (template_type name: (type_identifier) @top)
    (qualified_identifier scope: [
      (namespace_identifier) @top
      (template_type name: (type_identifier) @top)
    ])
  ])
(nested_namespace_specifier (namespace_identifier) . (namespace_identifier) @member)
(field_expression field: (template_method name: (field_identifier) @member))
(field_expression field: (dependent_name (template_method name: (field_identifier) @member)))
(field_expression field: (qualified_identifier scope: (namespace_identifier) @skip))
(field_initializer (field_identifier) @own @write)
; What a template's parameter has is not known.
(dependent_name [
  (template_function name: (identifier) @skip)
  (template_type name: (type_identifier) @skip)
])

(call_expression
  function: [
    (identifier) @applied
    (field_expression field: (field_identifier) @applied)
    (qualified_identifier name: (identifier) @applied)
    (qualified_identifier name: (qualified_identifier name: (identifier) @applied))
  ]
  arguments: (argument_list) @arguments)

(template_function name: (_) @inner) @same
(template_method name: (_) @inner) @same
; The containers of the standard library; of one kind of value.
((qualified_identifier
    scope: (namespace_identifier) @_std
    name: (template_type
      name: (type_identifier) @_array
      arguments: (template_argument_list . (type_descriptor type: (_) @of)))) @array
  (#eq? @_std "std")
  (#any-of? @_array
    "array" "deque" "forward_list" "initializer_list" "list" "multiset" "set" "span"
    "unordered_multiset" "unordered_set" "vector"))
(template_type name: (_) @inner) @same
(new_expression type: (_) @callee) @call
(compound_literal_expression type: (_) @callee) @call
