; The ids of HTML, by which a page's places are reached.

(attribute
  (attribute_name) @_id
  [
    (attribute_value) @name
    (quoted_attribute_value (attribute_value) @name)
  ]
  (#eq? @_id "id")) @definition.field
