; How the expressions of Python are made of names.

(attribute attribute: (identifier) @member)
(call function: (_) @callee) @call
(keyword_argument name: (identifier) @skip)
((call function: (identifier) @super) @_call (#eq? @super "super"))
[(parenthesized_expression (_) @inner) (await (_) @inner)] @same
