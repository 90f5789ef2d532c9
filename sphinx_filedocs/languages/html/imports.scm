; Scripts and style sheets of the same site.

(start_tag
  (tag_name) @_tag
  (attribute
    (attribute_name) @_attribute
    [
      (attribute_value) @target
      (quoted_attribute_value (attribute_value) @target)
    ])
  (#any-of? @_tag "script" "link" "SCRIPT" "LINK")
  (#any-of? @_attribute "src" "href" "SRC" "HREF")
  (#not-match? @target "^(?:[a-z]+:|//|#)")) @import.include
