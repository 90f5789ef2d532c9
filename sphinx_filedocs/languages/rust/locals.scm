; Scopes of Rust and the names that they bind. A name in lower case is a variable where a pattern
; has it, another one means a constant.

(mod_item name: (identifier) @name body: (declaration_list)) @scope.module

[
  (struct_item name: (type_identifier) @name)
  (union_item name: (type_identifier) @name)
  (enum_item name: (type_identifier) @name)
  (trait_item name: (type_identifier) @name)
  (associated_type name: (type_identifier) @name @around)
] @scope.class
(trait_item
  name: (type_identifier) @name
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base)) @scope.class
(associated_type
  name: (type_identifier) @name
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base)) @scope.class
(type_item name: (type_identifier) @name @around type: (_) @type) @scope.class

; A variant is an instance of its enumeration, and has fields of its own.
(enum_item
  name: (type_identifier) @type
  body: (enum_variant_list (enum_variant name: (identifier) @name @around) @scope.class))

(impl_item type: [
  (type_identifier) @owner
  (scoped_type_identifier) @owner
  (generic_type type: (_) @owner)
  (reference_type type: [(type_identifier) (scoped_type_identifier)] @owner)
  (reference_type type: (generic_type type: (_) @owner))
  (dynamic_type trait: (_) @owner)
]) @scope.class
(impl_item trait: (_) @base) @scope.class
(impl_item) @scope.class

(field_declaration name: (field_identifier) @definition.field type: (_) @type)

(function_item name: (identifier) @name return_type: (_)? @type) @scope.function
(function_signature_item name: (identifier) @name return_type: (_)? @type) @scope.function
(closure_expression) @scope.function
[
  (block)
  (match_arm)
  (if_expression)
  (while_expression)
  (for_expression)
] @scope.block

; Parameters for types have the members of what bounds them.
(type_parameter name: (type_identifier) @definition.placeholder)
(type_parameter
  name: (type_identifier) @definition.placeholder
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @type))
(const_parameter name: (identifier) @definition.placeholder)
(where_predicate
  left: (type_identifier) @definition.bound
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @type))

(parameter pattern: (identifier) @definition.parameter type: (_) @type)
(parameter
  pattern: [(ref_pattern (identifier) @definition.parameter) (mut_pattern (identifier) @definition.parameter)]
  type: (_) @type)
(closure_parameters (identifier) @definition.parameter)

(let_declaration pattern: (identifier) @definition.variable type: (_)? @type value: (_)? @value)
(let_declaration
  pattern: (tuple_struct_pattern
    type: (_) @_wrap
    . [
      (identifier) @definition.variable
      (ref_pattern (identifier) @definition.variable)
      (mut_pattern (identifier) @definition.variable)
    ])
  value: (_) @many
  (#any-of? @_wrap "Some" "Ok"))
(let_condition
  pattern: (tuple_struct_pattern
    type: (_) @_wrap
    . [
      (identifier) @definition.variable
      (ref_pattern (identifier) @definition.variable)
      (mut_pattern (identifier) @definition.variable)
    ])
  value: (_) @many
  (#any-of? @_wrap "Some" "Ok"))
(match_expression
  value: (_) @many
  body: (match_block (match_arm pattern: (match_pattern
    (tuple_struct_pattern
    type: (_) @_wrap
    . [
      (identifier) @definition.variable
      (ref_pattern (identifier) @definition.variable)
      (mut_pattern (identifier) @definition.variable)
    ]))))
  (#any-of? @_wrap "Some" "Ok"))
(for_expression pattern: (identifier) @definition.variable value: (_) @many)
((for_expression pattern: (tuple_pattern) @listed value: (_) @after)
  (#set! nested "identifier"))
((for_expression pattern: (tuple_pattern) @divided value: (_) @many)
  (#set! nested "tuple_pattern"))
((let_declaration pattern: (tuple_pattern) @divided value: (_) @value)
  (#set! nested "tuple_pattern"))
(let_condition
  pattern: (_ (identifier) @definition.variable)
  value: (_) @after
  (#match? @definition.variable "^[a-z_]"))

((tuple_pattern (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((tuple_struct_pattern (identifier) @definition.variable)
  (#match? @definition.variable "^[a-z_]"))
((slice_pattern (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((captured_pattern . (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((ref_pattern (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((mut_pattern (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((reference_pattern (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((or_pattern (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((match_pattern . (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((field_pattern pattern: (identifier) @definition.variable)
  (#match? @definition.variable "^[a-z_]"))
(field_pattern name: (shorthand_field_identifier) @definition.variable)
; A pattern of a field names it of the type.
(struct_pattern
  type: (_) @owner
  (field_pattern name: (field_identifier) @member))
(struct_expression
  name: (_) @owner
  body: (field_initializer_list (field_initializer field: (field_identifier) @member)))

(const_item name: (identifier) @definition.variable type: (_) @type)
(static_item name: (identifier) @definition.variable type: (_) @type)
(macro_definition name: (identifier) @definition.macro)

; The name that a function of a procedural macro is derived by.
((attribute
    (identifier) @_derive
    arguments: (token_tree . (identifier) @definition.macro))
  (#eq? @_derive "proc_macro_derive"))
