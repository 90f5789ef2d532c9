; using A.B; using static A.B.C; using X = A.B.C;

(using_directive
  !name
  [(identifier) (qualified_name) (alias_qualified_name)] @target
  .
  ";" @star) @import.use

(using_directive
  name: (identifier) @alias
  [(identifier) @name (qualified_name name: (identifier) @name)] @target .) @import.use
(using_directive
  name: (identifier) @alias
  [(generic_name) (alias_qualified_name)] @target .) @import.use
