; Definitions of Makefiles: targets that are no patterns, and variables.

(rule
  (targets (word) @name)
  (recipe)? @body
  (#not-match? @name "[%/]|^\\.")) @definition.function
(variable_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name value: (_)? @body) @definition.macro
