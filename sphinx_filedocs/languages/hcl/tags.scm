; Definitions of HCL, above all Terraform's: what a block names is its last label.

(block
  (identifier) @_block
  . (string_lit (template_literal) @name)
  . (block_start) @body
  (#eq? @_block "variable")) @definition.variable
(block
  (identifier) @_block
  . (string_lit (template_literal) @name)
  . (block_start) @body
  (#eq? @_block "output")) @definition.field
; What they are stands in them.
(block
  (identifier) @_block
  . (string_lit (template_literal) @name)
  . (block_start)
  (body
    (attribute
      (identifier) @_key
      (expression [
        (literal_value (string_lit) @doc)
        (template_expr
          (heredoc_template
            . (heredoc_start)
            . (heredoc_identifier)
            . (template_literal) @doc
            . (heredoc_identifier)))
      ])))
  (#any-of? @_block "variable" "output")
  (#eq? @_key "description")) @definition.variable
(block
  (identifier) @_block
  . (string_lit (template_literal) @name)
  . (block_start) @body
  (#eq? @_block "module")) @definition.module
; resource "aws_instance" "web" is aws_instance.web
(block
  (identifier)
  . (string_lit (template_literal) @scope)
  . (string_lit (template_literal) @name)
  . (block_start) @body) @definition.constant
(block
  (identifier)
  . (string_lit (template_literal) @name)
  . (block_start) @body) @definition.constant

(block
  (identifier) @_block
  . (block_start)
  (body (attribute (identifier) @name) @definition.constant)
  (#eq? @_block "locals"))
; terraform.tfvars and the like.
(config_file (body (attribute (identifier) @name) @definition.constant))
