; Definitions of Scala. A package without a body is a symbol of its own: files are found by it.

(package_clause name: (package_identifier) @name) @definition.namespace
(package_object name: (identifier) @name) @definition.module

(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.module
(trait_definition name: (identifier) @name) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.constant
(full_enum_case name: (identifier) @name) @definition.constant
(type_definition name: (type_identifier) @name) @definition.type
(given_definition name: (identifier) @name) @definition.constant

; Not in an anonymous instance: it has no name, so neither have its methods an owner.
(compilation_unit
  [
    (function_definition name: (_) @name)
    (function_declaration name: (_) @name)
  ] @definition.function)
(block
  (function_definition name: (_) @name) @definition.function)
(indented_block
  (function_definition name: (_) @name) @definition.function)
(extension_definition
  (function_definition name: (_) @name) @definition.function)
(package_object
  body: (_ (function_definition name: (_) @name) @definition.function))
(class_definition
  body: (_
    [
      (function_definition name: (_) @name)
      (function_declaration name: (_) @name)
    ] @definition.method))
(object_definition
  body: (_
    [
      (function_definition name: (_) @name)
      (function_declaration name: (_) @name)
    ] @definition.method))
(trait_definition
  body: (_
    [
      (function_definition name: (_) @name)
      (function_declaration name: (_) @name)
    ] @definition.method))
(enum_definition
  body: (_
    [
      (function_definition name: (_) @name)
      (function_declaration name: (_) @name)
    ] @definition.method))

; val Max = 1: Scala writes its constants with a capital letter.
(compilation_unit
  (val_definition pattern: (identifier) @name) @definition.constant)
(template_body
  (val_definition pattern: (identifier) @name) @definition.constant
  (#match? @name "^[A-Z]"))
