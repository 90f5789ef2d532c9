; "$ref": "other.schema.json"; one with a # leads into a file, mostly into this one.

((pair
    key: (string (string_content) @_key)
    value: (string (string_content) @target)) @import.include
  (#eq? @_key "$ref")
  (#match? @target "^[^#]+$"))
