; use A\B;  use A\B as C;  use A\{B, C as D};  use function A\f;

(namespace_use_declaration
  !body
  (namespace_use_clause
    .
    [(qualified_name (name) @name .) (name) @name] @target
    alias: (name)? @alias)) @import.use

(namespace_use_declaration
  (namespace_name) @target
  body: (namespace_use_group
    (namespace_use_clause
      .
      [(name) (qualified_name)] @name
      alias: (name)? @alias))) @import.use

[
  (include_expression (_) @target)
  (include_once_expression (_) @target)
  (require_expression (_) @target)
  (require_once_expression (_) @target)
] @import.include

; What is in a function is read when that is called.
(function_definition body: (_) @when.call)
(method_declaration body: (_) @when.call)
