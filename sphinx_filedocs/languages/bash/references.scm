; What the names of the shell stand for: a command may be a function, nothing else is one.

(command_name (word)) @function
(command_name [
  (simple_expansion)
  (expansion)
  (string)
  (raw_string)
  (concatenation)
  (command_substitution)
]) @skip
