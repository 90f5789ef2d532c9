(normal_command
  (identifier) @_command
  (argument_list . (argument) @target)
  (#match? @_command "^(?i:include)$")) @import.include

(normal_command
  (identifier) @_command
  (argument_list . (argument) @target)
  (#match? @_command "^(?i:find_package)$")) @import.use

(normal_command
  (identifier) @_command
  (argument_list . (argument) @target)
  (#match? @_command "^(?i:add_subdirectory)$")) @import.include
