; Definitions of Kotlin. The package is a symbol of its own: files are found by it.

(package_header [(qualified_identifier) (identifier)] @name) @definition.namespace

(class_declaration
  "interface"
  name: (identifier) @name
  (class_body)? @body) @definition.interface

(class_declaration
  (modifiers (class_modifier) @_modifier)
  name: (identifier) @name
  (enum_class_body)? @body
  (#eq? @_modifier "enum")) @definition.enum

(class_declaration
  name: (identifier) @name
  [(class_body) (enum_class_body)]? @body) @definition.class

(object_declaration
  name: (identifier) @name
  (class_body)? @body) @definition.class

; A companion is only a place: what is in it belongs to the class, by whose name it is reached.

(enum_entry (identifier) @name (class_body)? @body) @definition.constant

(type_alias type: (identifier) @name) @definition.type

; Not in an anonymous object: it has no name, so neither have its methods an owner.
(source_file
  (function_declaration
    name: (identifier) @name
    (function_body)? @body) @definition.function)
(block
  (function_declaration
    name: (identifier) @name
    (function_body)? @body) @definition.function)
(class_declaration
  (class_body
    (function_declaration
      name: (identifier) @name
      (function_body)? @body) @definition.method))
(class_declaration
  (enum_class_body
    (function_declaration
      name: (identifier) @name
      (function_body)? @body) @definition.method))
(object_declaration
  (class_body
    (function_declaration
      name: (identifier) @name
      (function_body)? @body) @definition.method))
(companion_object
  (class_body
    (function_declaration
      name: (identifier) @name
      (function_body)? @body) @definition.method))
(enum_entry
  (class_body
    (function_declaration
      name: (identifier) @name
      (function_body)? @body) @definition.method))

(secondary_constructor "constructor" @name (block)? @body) @definition.method

(property_declaration
  (modifiers (property_modifier) @_modifier)
  (variable_declaration (identifier) @name)
  (#eq? @_modifier "const")) @definition.constant

(source_file
  (property_declaration
    "val"
    (variable_declaration (identifier) @name)) @definition.constant
  (#match? @name "^[A-Z][A-Z0-9_]*$"))
; A getter, a setter and what a property is delegated to are no part of its signature.
(source_file
  (property_declaration
    (variable_declaration (identifier) @name)
    [(getter) (setter) (property_delegate)]? @body) @definition.variable)

; Properties, those that a constructor declares as well.
(class_parameter ["val" "var"] . (identifier) @name) @definition.field
(class_declaration
  (_
    (property_declaration
      (variable_declaration (identifier) @name)
      [(getter) (setter) (property_delegate)]? @body) @definition.field))
(object_declaration
  (class_body
    (property_declaration
      (variable_declaration (identifier) @name)
      [(getter) (setter) (property_delegate)]? @body) @definition.field))
(companion_object
  (class_body
    (property_declaration
      (variable_declaration (identifier) @name)
      [(getter) (setter) (property_delegate)]? @body) @definition.field))
; val (a, b) = pair
(source_file
  (property_declaration
    (multi_variable_declaration (variable_declaration (identifier) @name) @definition.variable)))
(class_body
  (property_declaration
    (multi_variable_declaration (variable_declaration (identifier) @name) @definition.field)))
