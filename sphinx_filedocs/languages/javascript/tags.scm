; inherits: ecmascript

(class_body
  (field_definition
    property: [
      (property_identifier) (private_property_identifier) (computed_property_name)
    ] @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.method)

((field_definition
    "static"
    property: (property_identifier) @name
    value: (_)) @definition.constant
  (#match? @name "^[A-Z][A-Z0-9_]*$"))
