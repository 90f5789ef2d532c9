; inherits: ecmascript

(class_declaration name: (identifier) @name) @scope.class
(class name: (identifier) @definition.outer)
(class_declaration (class_heritage (_) @base)) @scope.class
(class (class_heritage (_) @base)) @scope.class
(field_definition
  property: [(property_identifier) (private_property_identifier)] @definition.field
  value: (_)? @value)
(field_definition "static" property: (_) @definition.field) @static
(field_definition property: (property_identifier) @name value: (object) @scope.object)
(formal_parameters [
  (identifier) @definition.parameter
  (assignment_pattern left: (identifier) @definition.parameter)
  (rest_pattern (identifier) @definition.parameter)
])

; Members that an instance gets later.
(assignment_expression
  left: (member_expression
    object: (this)
    property: [(property_identifier) (private_property_identifier)] @definition.field)
  right: (_) @value)
