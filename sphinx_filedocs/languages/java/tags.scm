; Definitions of Java. The package is a symbol of its own, not the owner of the rest:
; files are found by it.

(package_declaration
  [(scoped_identifier) (identifier)] @name) @definition.namespace

(module_declaration
  name: (_) @name
  body: (_) @body) @definition.module

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant

; Members of named types. An anonymous class has no name, so neither have its methods an owner.
(_
  name: (identifier)
  body: (_ [
    (method_declaration name: (identifier) @name)
    (constructor_declaration name: (identifier) @name)
    (compact_constructor_declaration name: (identifier) @name)
    (annotation_type_element_declaration name: (identifier) @name)
  ] @definition.method))

(enum_body_declarations [
  (method_declaration name: (identifier) @name)
  (constructor_declaration name: (identifier) @name)
] @definition.method)

; A program without a class around it (Java 25).
(program
  (method_declaration name: (identifier) @name) @definition.function)

(field_declaration
  (modifiers [("static" "final") ("final" "static")])
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant

; Every field of an interface is static and final.
(constant_declaration
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant
