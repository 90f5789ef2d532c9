; How the expressions of PHP are made of names.

(member_access_expression name: (name) @member)
(nullsafe_member_access_expression name: (name) @member)
(member_call_expression name: (name) @member)
(nullsafe_member_call_expression name: (name) @member)
(scoped_call_expression name: (name) @member)
(class_constant_access_expression (_) (name) @member .)
; Not in an import, where the last name is bound.
([
  (named_type (qualified_name prefix: (_) (name) @member .))
  (object_creation_expression (qualified_name prefix: (_) (name) @member .))
  (base_clause (qualified_name prefix: (_) (name) @member .))
  (class_interface_clause (qualified_name prefix: (_) (name) @member .))
  (use_declaration (qualified_name prefix: (_) (name) @member .))
  (binary_expression (qualified_name prefix: (_) (name) @member .))
  (scoped_call_expression scope: (qualified_name prefix: (_) (name) @member .))
  (scoped_property_access_expression scope: (qualified_name prefix: (_) (name) @member .))
  (class_constant_access_expression . (qualified_name prefix: (_) (name) @member .))
  (function_call_expression function: (qualified_name prefix: (namespace_name) (name) @member .))
])
(namespace_name (name) . (name) @member)
; \A\B: a name behind a leading backslash is of no namespace around.
(qualified_name . "\\" . [(name) @top (namespace_name . (name) @top)])

(function_call_expression function: (_) @callee) @call
(object_creation_expression . [(name) (qualified_name)] @callee) @call
(member_call_expression name: (name) @callee @method) @call
(nullsafe_member_call_expression name: (name) @callee @method) @call
(scoped_call_expression name: (name) @callee @method) @call
(function_call_expression
  function: [(name) @called (qualified_name (name) @called .)]
  arguments: (arguments) @arguments)
(member_call_expression name: (name) @called arguments: (arguments) @arguments)
(nullsafe_member_call_expression name: (name) @called arguments: (arguments) @arguments)
(scoped_call_expression name: (name) @called arguments: (arguments) @arguments)

(optional_type (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(clone_expression (_) @inner) @same
(union_type . (named_type) @inner . (primitive_type) .) @same

((variable_name) @this (#eq? @this "$this"))
((relative_scope) @class (#any-of? @class "self" "static"))
((name) @class (#any-of? @class "self" "static"))
((relative_scope) @super (#eq? @super "parent"))

(scoped_property_access_expression name: (variable_name (name) @member))

; The name of a variable stands with its sign.
(variable_name (name) @skip)
(property_element name: (variable_name) @skip)
(scoped_property_access_expression name: (variable_name) @skip)
(argument name: (name) @skip)
(class_constant_access_expression (_) (name) @skip . (#eq? @skip "class"))
(namespace_definition name: (namespace_name (name) @skip))
((name) @skip (#match? @skip "^__[A-Z]+__$"))
