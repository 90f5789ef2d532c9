; A use declaration is a tree of paths, which is taken apart elsewhere.

((use_declaration (visibility_modifier) argument: (_) @tree) @import.reexport
  (#set! tree "rust_use"))
((use_declaration argument: (_) @tree) @import.use
  (#set! tree "rust_use"))

(extern_crate_declaration
  (visibility_modifier)
  name: (_) @target
  alias: (identifier)? @alias) @import.reexport
(extern_crate_declaration
  name: (_) @target
  alias: (identifier)? @alias) @import.import

; Without a body the module is a file of its own.
(mod_item name: (identifier) @target !body) @import.module
