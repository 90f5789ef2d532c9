; How the expressions of Kotlin are made of names.

(navigation_expression (_) (identifier) @member .)
(user_type (identifier) . (identifier) @member)
(callable_reference (_) (identifier) @member .)

(call_expression . (_) @callee) @call
(call_expression . (identifier) @called (value_arguments) @arguments)
(call_expression
  .
  (navigation_expression (identifier) @called .)
  (value_arguments) @arguments)
; f { }
(call_expression . (identifier) @function . (annotated_lambda))
(call_expression . (navigation_expression (identifier) @function .) . (annotated_lambda))
(callable_reference (identifier) @function .)
(constructor_invocation . (user_type) @callee) @call

(user_type (identifier) @inner . (type_arguments) .) @same
(nullable_type (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(unary_expression argument: (_) @inner operator: "!!") @same
(as_expression (_) . (_) @to .) @cast

((string_literal) @literal (#set! type "String"))

(this_expression) @this
(super_expression) @super

(value_argument . (identifier) @skip . "=" . (_))
; What stands between its arguments may be a function of any of its types.
(infix_expression . (_) . (identifier) @skip)
(package_header (_ (identifier) @skip))
((identifier) @skip (#any-of? @skip "null"))
((identifier) @known (#any-of? @known "it" "field"))
; A member of that name would take no function.
((call_expression . (identifier) @skip (annotated_lambda))
  (#any-of? @skip "require" "check" "requireNotNull" "checkNotNull"))
((call_expression . (call_expression . (identifier) @skip) (annotated_lambda))
  (#any-of? @skip "require" "check" "requireNotNull" "checkNotNull"))

; What names are used for.
(assignment left: (_) @write)
(unary_expression argument: (_) @write operator: ["++" "--"])
