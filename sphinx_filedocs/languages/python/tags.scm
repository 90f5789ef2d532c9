; Definitions of Python. A docstring is the first statement of a body.

(module
  . (comment)*
  . (expression_statement [(string) (concatenated_string)] @doc.file))

(class_definition
  name: (identifier) @name
  body: (block
    . (comment)*
    . (expression_statement [(string) (concatenated_string)] @doc)?)) @definition.class

(decorated_definition
  definition: (class_definition name: (identifier) @name)) @definition.class

(function_definition
  name: (identifier) @name
  body: (block
    . (comment)*
    . (expression_statement [(string) (concatenated_string)] @doc)?)) @definition.function

(decorated_definition
  definition: (function_definition name: (identifier) @name)) @definition.function

(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement
  left: (type (generic_type . (identifier) @name))) @definition.type

; X: TypeAlias = ...
((assignment left: (identifier) @name type: (type) @_type right: (_)) @definition.type
  (#match? @_type "^(\\w+\\.)*TypeAlias$"))

; What is written in capitals is constant, in a module and in a class. What stands in a function
; is left out when definitions are nested.
((assignment left: [
    (identifier) @name
    (pattern_list (identifier) @name)
    (tuple_pattern (identifier) @name)
  ]) @definition.constant
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))

; Of a module, not of a class, also what has a type.
([
  (module (expression_statement (assignment
    left: (identifier) @name type: (_) right: (_)) @definition.constant))
  (module [
    (if_statement (block (expression_statement (assignment
      left: (identifier) @name type: (_) right: (_)) @definition.constant)))
    (if_statement (_ (block (expression_statement (assignment
      left: (identifier) @name type: (_) right: (_)) @definition.constant))))
    (try_statement (block (expression_statement (assignment
      left: (identifier) @name type: (_) right: (_)) @definition.constant)))
    (try_statement (_ (block (expression_statement (assignment
      left: (identifier) @name type: (_) right: (_)) @definition.constant))))
  ])
] (#not-eq? @name "_"))

(module (expression_statement (assignment left: [
  (identifier) @name
  (pattern_list (identifier) @name)
  (tuple_pattern (identifier) @name)
]) @definition.variable) (#not-eq? @name "_"))

; A string behind an assignment documents it.
(module
  (expression_statement (assignment left: (identifier) @name) @definition.variable)
  . (expression_statement (string) @doc))
(block
  (expression_statement (assignment left: (identifier) @name) @definition.constant)
  . (expression_statement (string) @doc)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
