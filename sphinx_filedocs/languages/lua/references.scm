; How the expressions of Lua are made of names.

(dot_index_expression field: (identifier) @member)
(method_index_expression method: (identifier) @member)

; What has a table behind it is read as that.
((function_call
    name: (identifier) @_function
    arguments: (arguments . (_) . (identifier) @inner .)) @same
  (#eq? @_function "setmetatable"))
(function_call name: (_) @callee) @call
(parenthesized_expression (_) @inner) @same

((identifier) @this (#eq? @this "self"))

(field name: (identifier) @skip)
(attribute (identifier) @skip)
(goto_statement (identifier) @skip)
(label_statement (identifier) @skip)
