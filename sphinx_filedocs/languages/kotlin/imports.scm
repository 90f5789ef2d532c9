; import a.b.C;  import a.b.*;  import a.b.C as D

((import) @import.import @tree
  (#set! tree "dotted_import"))
