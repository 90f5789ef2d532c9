; Definitions of Haskell. A function is defined where its type is stated, if it is.

(header module: (module) @name) @definition.namespace

(data_type name: (_) @name constructors: (_)? @body) @definition.type
(newtype name: (_) @name constructor: (_)? @body) @definition.type
(type_synonym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(class name: (_) @name "where" @body) @definition.interface
(class name: (_) @name) @definition.interface
(data_constructor (prefix name: (constructor) @name) @definition.constant)
(data_constructor (record name: (constructor) @name) @definition.constant)
(newtype_constructor name: (constructor) @name) @definition.constant
(field name: (field_name (variable) @name)) @definition.field

(class_declarations
  (signature name: [(variable) @name (prefix_id (operator) @name)]) @definition.method)
(declarations
  (signature name: [(variable) @name (prefix_id (operator) @name)]) @definition.function)
