; How the expressions of Java are made of names.

(field_access field: (identifier) @member)
(method_invocation object: (_) name: (identifier) @member)
(method_reference (_) (identifier) @member @function .)
; The last part of an import binds a name.
(scoped_identifier scope: (scoped_identifier name: (identifier) @member))
(import_declaration (scoped_identifier name: (identifier) @member) . (asterisk))
(package_declaration (scoped_identifier name: (identifier) @member))
(marker_annotation name: (scoped_identifier name: (identifier) @member))
(annotation name: (scoped_identifier name: (identifier) @member))
(scoped_type_identifier (_) (type_identifier) @member .)

(method_invocation
  name: (identifier) @called @callee @method
  arguments: (argument_list) @arguments) @call
(object_creation_expression type: (_) @callee) @call
; The instance of a class around.
(field_access object: (_) @callee field: (this)) @call

(object_creation_expression
  type: [
    (type_identifier) @constructed
    (generic_type (type_identifier) @constructed)
    (scoped_type_identifier (type_identifier) @constructed .)
    (generic_type (scoped_type_identifier (type_identifier) @constructed .))
  ]
  arguments: (argument_list) @given)

(cast_expression type: (_) @to) @cast
(array_type element: (_) @of) @array
(array_access array: (_) @in) @element
(array_creation_expression type: (_) @of) @array
(generic_type . (_) @inner) @same
(annotated_type (_) @inner .) @same
(parenthesized_expression (_) @inner) @same

((string_literal) @literal (#set! type "String"))
((class_literal) @literal (#set! type "Class"))
([
    (integral_type)
    (floating_point_type)
    (boolean_type)
  ] @literal
  (#set! type "int"))

(this) @this
(super) @super

(labeled_statement . (identifier) @skip)
(break_statement (identifier) @skip)
(continue_statement (identifier) @skip)
(element_value_pair key: (identifier) @skip)
((type_identifier) @skip (#eq? @skip "var"))
