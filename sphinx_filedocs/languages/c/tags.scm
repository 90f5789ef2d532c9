; Definitions of C. Prototypes are functions too: a header has nothing else.

; An include guard says nothing about the file.
(preproc_ifdef
  name: (identifier) @_guard
  (preproc_def
    name: (identifier) @name
    !value) @definition.none
  (#eq? @name @_guard)
  (#match? @name "_(H|HH|HPP|HXX|INC|INL|INCLUDE|INCLUDED|GUARD)_*$"))

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def
  name: (identifier) @name
  value: (preproc_arg)? @body) @definition.macro

; f, *f, **f, ***f, (f) and (*f(...))(...), which returns a pointer to a function.
([
  (function_definition type: (_) declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name)))
    (pointer_declarator declarator: (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name))))
  ])
  (declaration type: (_) declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name)))
    (pointer_declarator declarator: (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name))))
  ])
] @definition.function
  (#not-match? @name "^__[A-Z0-9_]+$")
  (#not-any-of? @name
    "if" "for" "while" "switch" "return" "do" "else" "case" "default" "goto" "sizeof"))

; A block that belongs to a macro, TEST(a) { }. What is in it is local.
(translation_unit (compound_statement) @name @definition.none)
(declaration_list (compound_statement) @name @definition.none)
(preproc_if (compound_statement) @name @definition.none)
(preproc_ifdef (compound_statement) @name @definition.none)
(preproc_else (compound_statement) @name @definition.none)
(preproc_elif (compound_statement) @name @definition.none)

; main() { }   main(n) int n; { }   Without a type it is an old function.
((translation_unit
    (expression_statement
      (call_expression function: (identifier) @name)) @definition.function
    .
    (declaration)*
    .
    (compound_statement))
  (#not-match? @name "^[A-Z][A-Z0-9_]*$")
  (#not-any-of? @name
    "if" "for" "while" "switch" "return" "do" "else" "case" "default" "goto" "sizeof"))
(function_definition
  type: (type_identifier) @name
  declarator: (parenthesized_declarator (identifier))) @definition.function

(translation_unit
  (expression_statement (call_expression))
  .
  (declaration)*
  .
  (declaration declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
  ]) @definition.none
  .
  (declaration)*
  .
  (compound_statement))

; A type without a name of its own is named by its typedef.
(type_definition
  "typedef" @prefix
  type: (struct_specifier !name body: (_) @body) @definition.struct
  declarator: (type_identifier) @name)
(type_definition
  "typedef" @prefix
  type: (union_specifier !name body: (_) @body) @definition.union
  declarator: (type_identifier) @name)
(type_definition
  "typedef" @prefix
  type: (enum_specifier !name body: (_) @body) @definition.enum
  declarator: (type_identifier) @name)

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant

; Beside a body the other names of the typedef stand for themselves.
(type_definition
  "typedef" @prefix
  type: (_ body: (_))
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (type_identifier) @name)
  ] @definition.type)
(type_definition
  type: (_ !body)
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (pointer_declarator
      declarator: (function_declarator declarator: (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator declarator: (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (type_identifier) @name))))
  ]) @definition.type

; Data. What a function declares inside itself is local and left out later.
((declaration
    (type_qualifier) @_qualifier
    declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (init_declarator declarator: (identifier) @name)
      (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    ]) @definition.constant
  (#any-of? @_qualifier "const" "constexpr"))
((declaration
    declarator: [
      (pointer_declarator (type_qualifier) @_qualifier declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
      ])
      (init_declarator declarator: (pointer_declarator (type_qualifier) @_qualifier declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
      ]))
    ]) @definition.constant
  (#eq? @_qualifier "const"))
(declaration
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator declarator: (pointer_declarator
      declarator: (array_declarator declarator: (identifier) @name)))
  ]) @definition.variable

; Values in braces are no part of a signature.
(declaration
  declarator: (init_declarator
    declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    ]
    value: (initializer_list) @body)) @definition.variable

; Of several declarations of one thing the one with a value defines it, and extern ones do not.
((declaration
    (storage_class_specifier "extern")
    declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    ]) @definition.variable
  (#set! weight "0"))
((declaration
    declarator: (init_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    ])) @definition.variable
  (#set! weight "2"))

; A prototype does not count where the function is defined too.
((declaration type: (_) declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name)))
  ]) @definition.function
  (#set! weight "0"))
