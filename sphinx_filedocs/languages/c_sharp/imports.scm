; using A.B; using static A.B.C; using X = A.B.C;

(using_directive
  !name
  [(identifier) (qualified_name) (alias_qualified_name)] @target) @import.use

(using_directive
  name: (identifier) @alias
  [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @target .) @import.use
