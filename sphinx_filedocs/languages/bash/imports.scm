; Only the first argument is the file; the others are its parameters. What a command
; prints, source <(command), is no file.

(command
  name: (command_name (word) @_command)
  .
  argument: [
    (word)
    (string)
    (raw_string)
    (concatenation)
    (simple_expansion)
    (expansion)
  ] @target
  (#any-of? @_command "source" ".")) @import.source

; What is in a function is read when that is called.
(function_definition body: (_) @when.call)
