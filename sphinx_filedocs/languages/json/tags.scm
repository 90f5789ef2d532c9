; What JSON schemas and descriptions of interfaces define: types, and their properties.

(pair
  key: (string (string_content) @_section)
  value: (object
    (pair
      key: (string (string_content) @name)
      value: (object) @body) @definition.type)
  (#any-of? @_section "$defs" "definitions" "schemas"))
(pair
  key: (string (string_content) @_section)
  value: (object
    (pair
      key: (string (string_content) @name)
      value: (object) @body) @definition.field)
  (#eq? @_section "properties"))
