; inherits: c

(this) @this
(namespace_identifier) @type @mentioned
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

; What a call gets that has an evident type.
((argument_list (number_literal) @literal)
  (#match? @literal "^(0|[1-9][0-9']{0,8})$")
  (#set! type "int"))
((argument_list (number_literal) @literal)
  (#match? @literal "^[0-9']*([0-9]\\.|\\.[0-9]|[eE])[0-9']*([eE]?[-+]?[0-9]+)?$")
  (#not-match? @literal "^0[xX]")
  (#set! type "double"))
((argument_list [(true) (false)] @literal) (#set! type "bool"))
((argument_list (char_literal) @literal) (#match? @literal "^'") (#set! type "char"))
((argument_list [(string_literal) (concatenated_string)] @literal)
  (#match? @literal "^\"")
  (#set! type "char*"))

(template_method name: (_) @inner) @same
; What members are reached through that a pointer leads to.
(field_expression operator: "->" field: (field_identifier) @reached)

; The containers of the standard library: of one kind of value, of keys and values, of parts.
((qualified_identifier
    scope: (namespace_identifier) @_std
    name: (template_type
      name: (type_identifier) @_array
      arguments: (template_argument_list . (type_descriptor type: (_) @of)))) @array
  (#eq? @_std "std")
  (#any-of? @_array
    "array" "atomic" "deque" "forward_list" "future" "initializer_list" "list" "multiset"
    "priority_queue" "promise" "queue" "reference_wrapper" "set" "shared_future" "span" "stack"
    "unordered_multiset" "unordered_set" "valarray" "vector"))
((qualified_identifier
    scope: (namespace_identifier) @_std
    name: (template_type
      name: (type_identifier) @_table
      arguments: (template_argument_list
        . (type_descriptor type: (_) @with) . (type_descriptor type: (_) @of)))) @table
  (#eq? @_std "std")
  (#any-of? @_table "map" "multimap" "unordered_map" "unordered_multimap"))
((qualified_identifier
    scope: (namespace_identifier) @_std
    name: (template_type
      name: (type_identifier) @_tuple
      arguments: (template_argument_list (type_descriptor type: (_) @one)))) @tuple
  (#eq? @_std "std")
  (#any-of? @_tuple "pair" "tuple"))
; What leads to a value and has members of its own; also what makes such.
((qualified_identifier
    scope: (namespace_identifier) @_std
    name: [
      (template_type
        name: (type_identifier) @_pointer
        arguments: (template_argument_list . (type_descriptor type: (_) @of)))
      (template_function
        name: (identifier) @_pointer
        arguments: (template_argument_list . (type_descriptor type: (_) @of)))
    ]) @pointer
  (#eq? @_std "std")
  (#any-of? @_pointer
    "allocate_shared" "const_pointer_cast" "dynamic_pointer_cast" "make_optional" "make_shared"
    "make_unique" "optional" "reinterpret_pointer_cast" "shared_ptr" "static_pointer_cast"
    "unique_ptr" "weak_ptr"))
((qualified_identifier
    scope: (namespace_identifier) @_std
    name: (qualified_identifier
      scope: (template_type
        name: (type_identifier) @_array
        arguments: (template_argument_list . (type_descriptor type: (_) @of)))
      name: (type_identifier) @_iterator)) @pointer
  (#eq? @_std "std")
  (#match? @_iterator "iterator$")
  (#not-match? @_array "map$"))
((template_function name: (_) @inner) @same (#not-match? @inner "^[a-z]+_cast$"))
((template_function
    name: (_) @_cast
    arguments: (template_argument_list . (type_descriptor type: (_) @made))) @maker
  (#match? @_cast "^[a-z]+_cast$"))
(template_type name: (_) @inner) @same
(new_expression type: (_) @callee) @call
(compound_literal_expression type: (_) @callee) @call
; Path p(text);   In a body it makes an instance, most times, and declares no function.
(compound_statement (declaration declarator: (function_declarator
  declarator: (identifier)
  parameters: (parameter_list
    (parameter_declaration type: (type_identifier) @untyped !declarator)))))
(case_statement (declaration declarator: (function_declarator
  declarator: (identifier)
  parameters: (parameter_list
    (parameter_declaration type: (type_identifier) @untyped !declarator)))))
