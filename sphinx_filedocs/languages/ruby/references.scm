; How the expressions of Ruby are made of names.

(call receiver: (_) method: [(identifier) (constant)] @member)
(scope_resolution scope: (_) name: (constant) @member)
(scope_resolution . "::" . name: (constant) @top)

; Thing.new
((call receiver: (_) @callee method: (identifier) @_new) @call (#eq? @_new "new"))
(parenthesized_statements . (_) @inner .) @same
(rescue_modifier body: (_) @inner) @same

(self) @this

(hash_key_symbol) @skip
(call
  !receiver
  method: (identifier) @skip
  (#any-of? @skip
    "require" "require_relative" "load" "autoload" "include" "extend" "prepend" "attr_reader"
    "attr_writer" "attr_accessor" "private" "public" "protected" "module_function" "raise"
    "puts" "print" "p" "lambda" "proc" "loop" "catch" "throw" "format" "sprintf" "rand" "sleep"))
((identifier) @skip
  (#any-of? @skip "private" "public" "protected" "module_function" "block_given?" "new"))
