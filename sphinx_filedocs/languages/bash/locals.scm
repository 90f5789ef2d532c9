; Scopes of the shell and the names that they bind. A variable belongs to the file, wherever it
; gets a value, unless a function says that it is its own.

(function_definition name: (word) @name @written) @scope.function

; What a command gets for itself is no variable of the script.
(command (variable_assignment name: (variable_name) @definition.known))

((declaration_command
    ["declare" "typeset"]
    (word) @_flags
    [
      (variable_assignment name: (variable_name) @definition.file)
      (variable_name) @definition.file
    ])
  (#match? @_flags "^-[A-Za-z]*g"))
(declaration_command
  ["local" "declare" "typeset"]
  [
    (variable_assignment name: (variable_name) @definition.variable)
    (variable_name) @definition.variable
  ])

(variable_assignment name: [
  (variable_name) @definition.file
  (subscript name: (variable_name) @definition.file)
])
(for_statement variable: (variable_name) @definition.each)

((command
    name: (command_name (word) @_command)
    argument: (word) @definition.each @written)
  (#any-of? @_command "read" "mapfile" "readarray")
  (#match? @definition.each "^[A-Za-z_][A-Za-z0-9_]*$"))
((command
    name: (command_name (word) @_command)
    .
    argument: (_)
    .
    argument: (word) @definition.file @written)
  (#eq? @_command "getopts"))
((command
    name: (command_name (word) @_command)
    .
    argument: (word) @_flag
    .
    argument: (word) @definition.file @written)
  (#eq? @_command "printf")
  (#eq? @_flag "-v"))
