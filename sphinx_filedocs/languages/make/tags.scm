; Definitions of Makefiles: targets that are no patterns, and variables.

(rule
  (targets . (word) @name .)
  (recipe)? @body
  (#not-match? @name "[%/]|^\\.")) @definition.function
; Of several targets each stands for itself: a pattern of the whole rule would take long.
(targets
  (word) @name @definition.function
  (#not-match? @name "[%/]|^\\."))
(variable_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name value: (_)? @body) @definition.macro
