; Definitions of CMake: commands of one's own, targets, and what is set at the top.

(function_def
  (function_command
    (argument_list . (argument) @name))
  (body)? @body) @definition.function

(macro_def
  (macro_command
    (argument_list . (argument) @name))
  (body)? @body) @definition.macro

(normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "^(?i:add_library|add_executable|add_custom_target|project)$"))
  @definition.module

(source_file
  (normal_command
    (identifier) @_command
    (argument_list . (argument) @name)) @definition.variable
  (#match? @_command "^(?i:set|option)$"))
