(function_call
  name: (identifier) @_function
  arguments: (arguments . (string content: (string_content) @target))
  (#any-of? @_function "require" "dofile" "loadfile")) @import.require
