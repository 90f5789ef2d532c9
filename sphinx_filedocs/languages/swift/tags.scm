; Definitions of Swift; an extension is not a symbol, what is in it belongs to the type.

(class_declaration
  declaration_kind: ["class" "actor"]
  name: (type_identifier) @name) @definition.class
(class_declaration
  declaration_kind: "struct"
  name: (type_identifier) @name) @definition.struct
(class_declaration
  declaration_kind: "enum"
  name: (type_identifier) @name) @definition.enum
(class_declaration
  declaration_kind: "extension"
  name: (_) @name) @scope.body
(protocol_declaration name: (type_identifier) @name) @definition.interface

(enum_entry name: (simple_identifier) @name) @definition.constant
(typealias_declaration . (modifiers)? . name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(function_declaration name: (simple_identifier) @name) @definition.function
(function_declaration name: (custom_operator) @name) @definition.function
(function_declaration
  name: [
    "+" "-" "*" "/" "%" "==" "!=" "<" ">" "<=" ">=" "===" "!==" "&" "|" "^" "<<" ">>" "!" "~"
    "++" "--" "+=" "-=" "*=" "/=" "%=" "??" "&&" "||"
  ] @name) @definition.function
(protocol_function_declaration
  name: [
    (simple_identifier)
    (custom_operator)
    "+" "-" "*" "/" "%" "==" "!=" "<" ">" "<=" ">=" "===" "!==" "&" "|" "^" "<<" ">>" "!" "~"
    "++" "--" "+=" "-=" "*=" "/=" "%=" "??" "&&" "||"
  ] @name) @definition.method
(init_declaration "init" @name) @definition.method

(source_file
  (property_declaration
    (value_binding_pattern "let")
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)

(property_declaration
  (modifiers (property_modifier) @_modifier)
  (value_binding_pattern "let")
  name: (pattern bound_identifier: (simple_identifier) @name)
  (#any-of? @_modifier "static" "class")) @definition.constant
