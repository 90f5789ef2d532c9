; Definitions of PHP. A namespace without braces is a symbol of its own.

(namespace_definition name: (namespace_name) @name) @definition.namespace

(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.constant

(function_definition name: (name) @name) @definition.function

; Members of named types: an anonymous class has no name, so neither have its methods an owner.
(_
  name: (name)
  body: (_ (method_declaration name: (name) @name) @definition.method))

(_
  name: (name)
  body: (_
    (property_declaration
      (property_element name: (variable_name (name) @name))) @definition.field))

; A parameter of a constructor that is a property too.
(_
  name: (name) @scope
  body: (_ (method_declaration
    parameters: (formal_parameters
      (property_promotion_parameter name: (variable_name (name) @name)) @definition.field))))

(const_declaration
  "const" @prefix
  (const_element . (name) @name) @definition.constant)

(function_call_expression
  function: (name) @_function
  arguments: (arguments . (argument [
    (string (string_content) @name)
    (encapsed_string (string_content) @name)
  ]))
  (#match? @_function "^(?i:define)$")) @definition.constant
