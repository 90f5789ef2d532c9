; Definitions of C++. A name may be qualified, A::B<T>::f; it is taken apart later.

; What stands around a definition and belongs to it.
(template_declaration (_) @wrapped) @wrapper
(friend_declaration [(declaration) (function_definition)] @wrapped @beside) @wrapper
(linkage_specification body: [(declaration) (function_definition)] @wrapped) @wrapper
(export_declaration (_) @wrapped) @wrapper

; An include guard says nothing about the file.
(preproc_ifdef
  name: (identifier) @_guard
  (preproc_def
    name: (identifier) @name
    !value) @definition.none
  (#eq? @name @_guard)
  (#match? @name "_(H|HH|HPP|HXX|CUH|INC|INL|INCLUDE|INCLUDED|GUARD)_*$"))

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def
  name: (identifier) @name
  value: (preproc_arg)? @body) @definition.macro

(namespace_definition name: (_) @name) @definition.namespace
(module_declaration name: (module_name) @name) @definition.module

(class_specifier name: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier) @name
] body: (_)) @definition.class
(struct_specifier name: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier) @name
] body: (_)) @definition.struct
(union_specifier name: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier) @name
] body: (_)) @definition.union
(enum_specifier name: [
  (type_identifier) @name
  (qualified_identifier) @name
] body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant

; The initializers of a constructor are no part of its signature.
(function_definition
  declarator: (function_declarator declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (template_function) @name
  ])
  (field_initializer_list) @body) @definition.function

; f, *f, **f, ***f, &f, *&f, (f) and (*f(...))(...), which returns a pointer to a function.
([
  (function_definition type: (_) declarator: [
    (function_declarator declarator: [
      (identifier) (field_identifier) (operator_name)
      (qualified_identifier) (template_function) (template_method)
    ] @name)
    (pointer_declarator declarator: [
      (function_declarator declarator: [
        (identifier) (field_identifier) (operator_name)
        (qualified_identifier) (template_function) (template_method)
      ] @name)
      (pointer_declarator declarator: [
        (function_declarator declarator: [
          (identifier) (field_identifier) (operator_name)
          (qualified_identifier) (template_function) (template_method)
        ] @name)
        (pointer_declarator declarator: (function_declarator declarator: [
          (identifier) (field_identifier) (operator_name)
          (qualified_identifier) (template_function) (template_method)
        ] @name))
      ])
      (reference_declarator (function_declarator declarator: [
        (identifier) (field_identifier) (operator_name)
        (qualified_identifier) (template_function) (template_method)
      ] @name))
    ])
    (reference_declarator (function_declarator declarator: [
      (identifier) (field_identifier) (operator_name)
      (qualified_identifier) (template_function) (template_method)
    ] @name))
    (reference_declarator (function_declarator declarator: (parenthesized_declarator
      (function_declarator declarator: [(identifier) (qualified_identifier)] @name))))
    (function_declarator declarator: (parenthesized_declarator [
      (identifier) @name
      (field_identifier) @name
      (pointer_declarator declarator: (function_declarator declarator: [
        (identifier) (field_identifier) (qualified_identifier)
      ] @name))
    ]))
  ])
  (declaration type: (_) declarator: [
    (function_declarator declarator: [
      (identifier) (operator_name) (qualified_identifier) (template_function)
    ] @name)
    (pointer_declarator declarator: [
      (function_declarator declarator: [
        (identifier) (operator_name) (qualified_identifier) (template_function)
      ] @name)
      (pointer_declarator declarator: [
        (function_declarator declarator: [
          (identifier) (operator_name) (qualified_identifier) (template_function)
        ] @name)
        (pointer_declarator declarator: (function_declarator declarator: [
          (identifier) (operator_name) (qualified_identifier) (template_function)
        ] @name))
      ])
      (reference_declarator (function_declarator declarator: [
        (identifier) (operator_name) (qualified_identifier) (template_function)
      ] @name))
    ])
    (reference_declarator (function_declarator declarator: [
      (identifier) (operator_name) (qualified_identifier) (template_function)
    ] @name))
    (function_declarator declarator: (parenthesized_declarator [
      (identifier) @name
      (pointer_declarator declarator: (function_declarator declarator: [
        (identifier) (qualified_identifier)
      ] @name))
    ]))
  ])
  (field_declaration type: (_) declarator: [
    (function_declarator declarator: [
      (field_identifier) (operator_name) (template_method)
    ] @name)
    (pointer_declarator declarator: [
      (function_declarator declarator: [
        (field_identifier) (operator_name) (template_method)
      ] @name)
      (pointer_declarator declarator: [
        (function_declarator declarator: [
          (field_identifier) (operator_name) (template_method)
        ] @name)
        (pointer_declarator declarator: (function_declarator declarator: [
          (field_identifier) (operator_name) (template_method)
        ] @name))
      ])
      (reference_declarator (function_declarator declarator: [
        (field_identifier) (operator_name) (template_method)
      ] @name))
    ])
    (reference_declarator (function_declarator declarator: [
      (field_identifier) (operator_name) (template_method)
    ] @name))
    (function_declarator declarator: (parenthesized_declarator [
      (field_identifier) @name
      (pointer_declarator declarator: (function_declarator
        declarator: (field_identifier) @name))
    ]))
  ])
] @definition.function
  (#not-match? @name "^__[A-Z0-9_]+$")
  (#not-any-of? @name
    "if" "for" "while" "switch" "return" "do" "else" "case" "default" "goto" "sizeof"
    "catch" "new" "delete" "throw" "static_assert" "decltype" "alignas" "noexcept" "requires"))

; A block that belongs to a macro, TEST(a, b) { }. What is in it is local.
(translation_unit (compound_statement) @name @definition.none)
(declaration_list (compound_statement) @name @definition.none)
(preproc_if (compound_statement) @name @definition.none)
(preproc_ifdef (compound_statement) @name @definition.none)
(preproc_else (compound_statement) @name @definition.none)
(preproc_elif (compound_statement) @name @definition.none)

; Without a type: a constructor, a destructor, an old function.
([
  (function_definition
    !type
    declarator: (function_declarator declarator: [
      (identifier) (field_identifier) (destructor_name) (operator_name)
      (qualified_identifier) (template_function)
    ] @name))
  (declaration
    !type
    declarator: (function_declarator declarator: [
      (identifier) (destructor_name) (operator_name) (qualified_identifier) (template_function)
    ] @name))
] @definition.function
  (#not-match? @name "^[A-Z][A-Z0-9_]*_[A-Z0-9_]*$|^(TEST|BENCHMARK|MATCHER|ACTION|DEFINE|BOOST)$")
  (#not-any-of? @name
    "if" "for" "while" "switch" "return" "do" "else" "case" "default" "goto" "sizeof"
    "catch" "new" "delete" "throw" "static_assert" "decltype" "alignas" "noexcept" "requires"))

([
  (function_definition declarator: [
    (operator_cast) @name
    (qualified_identifier name: (operator_cast)) @name
    (qualified_identifier name: (qualified_identifier name: (operator_cast))) @name
    (qualified_identifier
      name: (qualified_identifier name: (qualified_identifier name: (operator_cast)))) @name
  ])
  (declaration declarator: [
    (operator_cast) @name
    (qualified_identifier name: (operator_cast)) @name
  ])
  (field_declaration declarator: (operator_cast) @name)
] @definition.function)

; A type without a name of its own is named by its typedef.
(type_definition
  "typedef" @prefix
  type: (struct_specifier !name body: (_) @body) @definition.struct
  declarator: (type_identifier) @name)
(type_definition
  "typedef" @prefix
  type: (class_specifier !name body: (_) @body) @definition.class
  declarator: (type_identifier) @name)
(type_definition
  "typedef" @prefix
  type: (union_specifier !name body: (_) @body) @definition.union
  declarator: (type_identifier) @name)
(type_definition
  "typedef" @prefix
  type: (enum_specifier !name body: (_) @body) @definition.enum
  declarator: (type_identifier) @name)

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
    (reference_declarator (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (pointer_declarator
      declarator: (function_declarator declarator: (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name)))
    (function_declarator declarator: (parenthesized_declarator
      (_ (pointer_type_declarator declarator: (type_identifier) @name))))
    (pointer_declarator declarator: (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (type_identifier) @name))))
  ]) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type

; Data. What a function declares inside itself is local and left out later; of the fields only
; the constants are taken.
((declaration
    (type_qualifier) @_qualifier
    declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (init_declarator
        declarator: [(identifier) (qualified_identifier) (template_function)] @name)
      (init_declarator declarator: (array_declarator
        declarator: [(identifier) (qualified_identifier)] @name))
    ]) @definition.constant
  (#any-of? @_qualifier "const" "constexpr" "constinit"))
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
((declaration
    (type_qualifier) @_qualifier
    declarator: (init_declarator
      declarator: (pointer_declarator declarator: (identifier) @name))) @definition.constant
  (#eq? @_qualifier "constexpr"))
((field_declaration
    (storage_class_specifier) @_storage
    (type_qualifier) @_qualifier
    declarator: [
      (field_identifier) @name
      (array_declarator declarator: (field_identifier) @name)
      (pointer_declarator declarator: (field_identifier) @name)
    ]) @definition.constant
  (#eq? @_storage "static")
  (#any-of? @_qualifier "const" "constexpr"))
((field_declaration
    (type_qualifier) @_qualifier
    declarator: [
      (field_identifier) @name
      (array_declarator declarator: (field_identifier) @name)
      (pointer_declarator declarator: (field_identifier) @name)
    ]) @definition.constant
  (#eq? @_qualifier "constexpr"))
(declaration
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: [(identifier) (qualified_identifier)] @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator declarator: (reference_declarator (identifier) @name))
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
