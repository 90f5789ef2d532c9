; inherits: ecmascript

; <div>, <svg:rect> and the names of attributes are the page's.
(jsx_opening_element name: (identifier) @skip (#match? @skip "^[a-z]"))
(jsx_closing_element name: (identifier) @skip (#match? @skip "^[a-z]"))
(jsx_self_closing_element name: (identifier) @skip (#match? @skip "^[a-z]"))
(jsx_attribute (property_identifier) @skip)
(jsx_namespace_name (identifier) @skip)
