; How the expressions of C are made of names; C++ has the same.

(field_expression field: (field_identifier) @member)
(field_designator (field_identifier) @member)
(call_expression function: (_) @callee) @call
(parenthesized_expression . (_) @inner) @same
(pointer_expression operator: "&" argument: (_) @inner) @same
(pointer_expression operator: "*" argument: (_) @by) @pointee
(subscript_expression argument: (_) @at) @item
(cast_expression type: (type_descriptor type: (type_identifier) @to)) @cast
(cast_expression
  type: (type_descriptor type: (struct_specifier name: (type_identifier) @to))) @cast

(goto_statement label: (statement_identifier) @label)

; No names, or names that nothing else can mean.
[
  (preproc_params (identifier) @skip)
  (attribute_specifier (argument_list [
    (identifier) @skip
    (call_expression function: (identifier) @skip)
  ]))
]
(field_declaration declarator: (field_identifier) @skip)
(pointer_declarator declarator: (field_identifier) @skip)
(array_declarator declarator: (field_identifier) @skip)
(function_declarator declarator: (field_identifier) @skip)

(preproc_ifdef name: (identifier) @macro)
; What is defined where nothing else has defined it is not that which is asked for.
((preproc_ifdef "#ifndef" name: (identifier) @skip . (comment)* . [
    (preproc_def name: (identifier) @_made) (preproc_function_def name: (identifier) @_made)])
  (#eq? @skip @_made))
(preproc_defined (identifier) @macro)
(preproc_if condition: (identifier) @macro)
(preproc_if condition: (binary_expression (identifier) @macro))
(preproc_if condition: (call_expression function: (identifier) @macro))
(preproc_elif condition: (identifier) @macro)

; What names are used for: what is assigned to, an element of it, or a member of that.
(translation_unit) @reads
(type_identifier) @type @typed
(assignment_expression left: (_) @write)
(update_expression argument: (_) @write)
(pointer_expression operator: "&" argument: (_) @address)
(field_designator (field_identifier) @write)
