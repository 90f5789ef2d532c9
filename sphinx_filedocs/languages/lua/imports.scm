(function_call
  name: (identifier) @_function
  arguments: (arguments . (string content: (string_content) @target))
  (#any-of? @_function "require" "dofile" "loadfile")) @import.require

; What is in a function is read when that is called.
(function_declaration body: (_) @when.call)
(function_definition body: (_) @when.call)
