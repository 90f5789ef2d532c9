; How the expressions of Swift are made of names.

(navigation_suffix suffix: (simple_identifier) @member)
(user_type (type_identifier) . (type_identifier) @member)

(call_expression . (_) @callee) @call
(call_expression . (simple_identifier) @function)
(call_expression
  . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @function)))

(user_type (type_identifier) @inner . (type_arguments) .) @same
(optional_type wrapped: (_) @inner) @same
(postfix_expression target: (_) @inner (bang)) @same
(tuple_expression . value: (_) @inner .) @same
(try_expression expr: (_) @inner) @same
(await_expression expr: (_) @inner) @same
(as_expression (as_operator) . (_) @to) @cast

(self_expression) @this
(super_expression) @super
((simple_identifier) @class (#eq? @class "Self"))
((type_identifier) @class (#eq? @class "Self"))

(type_identifier) @type

(value_argument_label (simple_identifier) @skip)
(parameter external_name: (simple_identifier) @skip)
; .red is of a type that stands elsewhere.
(prefix_expression operation: "." target: (simple_identifier) @skip)
(pattern "." . (simple_identifier) @skip)
(directive) @unread
(attribute (user_type (type_identifier) @skip))
((simple_identifier) @known (#any-of? @known "error" "newValue" "oldValue"))
((simple_identifier) @skip (#match? @skip "^[$]"))
