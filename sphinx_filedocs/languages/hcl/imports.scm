; module "net" { source = "./modules/net" }

(block
  (identifier) @_block
  (string_lit (template_literal) @alias)
  (body
    (attribute
      (identifier) @_source
      (expression (literal_value (string_lit (template_literal) @target)))))
  (#eq? @_block "module")
  (#eq? @_source "source")) @import.use
