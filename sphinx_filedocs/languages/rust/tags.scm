; Definitions of Rust. What macros make is not known.

(mod_item
  name: (identifier) @name
  body: (declaration_list)) @definition.module
(mod_item
  name: (identifier) @name
  body: (declaration_list
    .
    [
      (line_comment (inner_doc_comment_marker))
      (block_comment (inner_doc_comment_marker))
    ] @doc)) @definition.module

(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.union
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.constant
(trait_item name: (type_identifier) @name) @definition.trait

(function_item name: [(identifier) (metavariable)] @name) @definition.function
(function_signature_item name: [(identifier) (metavariable)] @name) @definition.function

(const_item name: (identifier) @name) @definition.constant
((static_item (mutable_specifier)? @_mutable name: (identifier) @name) @definition.constant
  (#not-eq? @_mutable "mut"))
(static_item (mutable_specifier) name: (identifier) @name) @definition.variable
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(macro_definition name: (identifier) @name ["{" "(" "["] @body) @definition.macro

; The type that an implementation is for owns what is in it: T, a::T, T<A>, &T, dyn T, &dyn T.
; Of a type without a name the whole text stands for it.
(impl_item type: [
  (type_identifier) @name
  (primitive_type) @name
  (scoped_type_identifier) @name
  (generic_type type: (_) @name)
  (dynamic_type trait: [
    (type_identifier) @name
    (scoped_type_identifier) @name
    (generic_type type: (_) @name)
  ])
  (bounded_type . [
    (type_identifier) @name
    (scoped_type_identifier) @name
    (generic_type type: (_) @name)
    (dynamic_type trait: (type_identifier) @name)
  ])
  (reference_type type: [
    (type_identifier) @name
    (primitive_type) @name
    (scoped_type_identifier) @name
    (generic_type type: (_) @name)
    (dynamic_type trait: [
      (type_identifier) @name
      (scoped_type_identifier) @name
      (generic_type type: (_) @name)
    ])
    (array_type) @name
    (tuple_type) @name
  ])
  (pointer_type type: [
    (type_identifier) @name
    (primitive_type) @name
    (scoped_type_identifier) @name
    (generic_type type: (_) @name)
  ])
  (array_type) @name
  (tuple_type) @name
  (unit_type) @name
  (never_type) @name
  (function_type "fn" @name)
]) @scope.body

; The name that a function of a procedural macro is derived by.
((attribute
    (identifier) @_derive
    arguments: (token_tree . (identifier) @name)) @definition.macro
  (#eq? @_derive "proc_macro_derive"))
