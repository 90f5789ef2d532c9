; How the expressions of C# are made of names.

(member_access_expression name: (identifier) @member)
(member_access_expression name: (generic_name (identifier) @member))
(member_binding_expression name: (identifier) @member)
(member_binding_expression name: (generic_name (identifier) @member))
(qualified_name qualifier: (_) name: (identifier) @member)
(qualified_name qualifier: (_) name: (generic_name (identifier) @member))
(object_creation_expression
  initializer: (initializer_expression (assignment_expression left: (identifier) @member)))
(recursive_pattern type: (_) (property_pattern_clause (subpattern . (identifier) @member)))
(alias_qualified_name name: (identifier) @top)
(alias_qualified_name alias: (identifier) @skip)

(invocation_expression function: (_) @callee) @call
(object_creation_expression type: (_) @callee) @call
(invocation_expression function: (identifier) @called arguments: (argument_list) @arguments)
(invocation_expression
  function: (generic_name (identifier) @called)
  arguments: (argument_list) @arguments)
(invocation_expression
  function: [
    (member_access_expression name: (identifier) @called)
    (member_access_expression name: (generic_name (identifier) @called))
    (conditional_access_expression (member_binding_expression name: (identifier) @called))
  ]
  arguments: (argument_list) @arguments)

(generic_name (identifier) @inner (type_argument_list) .) @same
(generic_name (identifier) @parametric (type_argument_list) @given)
(class_declaration name: (identifier) @parametric (type_parameter_list) @given)
(struct_declaration name: (identifier) @parametric (type_parameter_list) @given)
(interface_declaration name: (identifier) @parametric (type_parameter_list) @given)
(record_declaration name: (identifier) @parametric (type_parameter_list) @given)
(delegate_declaration name: (identifier) @parametric (type_parameter_list) @given)
(nullable_type type: (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(postfix_unary_expression . (_) @inner "!") @same
(array_type type: (_) @of) @array
(element_access_expression expression: (_) @in) @element
(cast_expression type: (_) @to) @cast
(as_expression right: (_) @to) @cast

"this" @this
"base" @super

; Where only types stand.
(_ type: (identifier) @type)
(_ type: (generic_name (identifier) @type))
(_ returns: (identifier) @type)
(_ returns: (generic_name (identifier) @type))
(base_list (identifier) @type)
(base_list (generic_name (identifier) @type))
(type_argument_list (identifier) @type)
(type_argument_list (generic_name (identifier) @type))
(as_expression right: (identifier) @type)
(class_declaration name: (identifier) @type)
(struct_declaration name: (identifier) @type)
(interface_declaration name: (identifier) @type)
(record_declaration name: (identifier) @type)
(enum_declaration name: (identifier) @type)
(delegate_declaration name: (identifier) @type)

(preproc_if condition: (_) @unread)
(preproc_elif condition: (_) @unread)
(preproc_define) @unread
(preproc_undef) @unread
(preproc_pragma) @unread
; Of [Name] the class may be called NameAttribute.
((attribute name: (identifier) @short @type) (#set! suffix "Attribute"))
(attribute name: (_) @callee (attribute_argument_list (attribute_argument name: (identifier) @argument)))
(invocation_expression
  function: (_) @callee
  arguments: (argument_list (argument name: (identifier) @argument)))
(object_creation_expression
  type: (_) @callee
  arguments: (argument_list (argument name: (identifier) @argument)))
(argument name: (identifier) @skip)
(attribute_argument name: (identifier) @skip)
(tuple_element name: (identifier) @skip)
(labeled_statement . (identifier) @skip)
(goto_statement (identifier) @skip)
; What a type without a name has.
(anonymous_object_creation_expression (identifier) @skip . "=")
(namespace_declaration name: (qualified_name (identifier) @skip))
(namespace_declaration name: (qualified_name (qualified_name (identifier) @skip)))
(namespace_declaration
  name: (qualified_name (qualified_name (qualified_name (identifier) @skip))))
(file_scoped_namespace_declaration name: (qualified_name (identifier) @skip))
(file_scoped_namespace_declaration
  name: (qualified_name (qualified_name (identifier) @skip)))
(file_scoped_namespace_declaration
  name: (qualified_name (qualified_name (qualified_name (identifier) @skip))))
((identifier) @skip (#any-of? @skip "nameof" "dynamic" "nint" "nuint" "notnull" "unmanaged"))
((identifier) @known (#any-of? @known "value" "field" "get" "set"))
