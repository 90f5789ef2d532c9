; Definitions of the shell: functions anywhere, constants outside functions.

(function_definition name: (word) @name) @definition.function

(program
  (variable_assignment name: (variable_name) @name "=") @definition.constant
  (#match? @name "^[A-Z][A-Z0-9_]*$"))

(program
  (declaration_command
    ["export" "declare" "typeset"]
    (variable_assignment name: (variable_name) @name "=")) @definition.constant
  (#match? @name "^[A-Z][A-Z0-9_]*$"))

; A read-only variable is a constant whatever its name looks like.
(program
  (declaration_command
    "readonly"
    (variable_assignment name: (variable_name) @name)) @definition.constant)

(program
  (declaration_command
    ["declare" "typeset"]
    (word) @_flags
    (variable_assignment name: (variable_name) @name)) @definition.constant
  (#match? @_flags "^-[A-Za-z]*r")
  (#not-match? @name "^[A-Z][A-Z0-9_]*$"))
