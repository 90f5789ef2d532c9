; import a.b.C;  import a.b._;  import a.b.{C, D => E}, x.y

((import_declaration) @import.import @tree
  (#set! tree "dotted_import"))
