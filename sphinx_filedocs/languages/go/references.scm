; How the expressions of Go are made of names.

(selector_expression field: (field_identifier) @member)
(qualified_type name: (type_identifier) @member)
(method_declaration name: (field_identifier) @member)

; What the language makes of a type is an instance of it.
((call_expression
  function: (identifier) @_name
  arguments: (argument_list . (_) @inner)) @same
  (#any-of? @_name "new" "make" "append" "min" "max"))
(call_expression function: (_) @callee) @call
(type_conversion_expression type: (_) @inner) @same
(type_instantiation_expression type: (_) @inner) @same
(composite_literal type: (_) @inner) @same
(type_assertion_expression type: (_) @inner) @same

(generic_type type: (_) @inner) @same
(pointer_type (_) @inner) @same
(parenthesized_type (_) @inner) @same
(parenthesized_expression . (_) @inner .) @same
(unary_expression operator: ["&" "*"] operand: (_) @inner) @same
(slice_expression operand: (_) @inner) @same

(slice_type element: (_) @of) @array
(array_type element: (_) @of) @array
(implicit_length_array_type element: (_) @of) @array
(map_type key: (_) @with value: (_) @of) @table
; A loop over a channel gives in the first place what it carries.
(channel_type value: (_) @with @of) @table
(index_expression operand: (_) @at) @item
(unary_expression operator: "<-" operand: (_) @at) @item

; What several values are, and what a loop gives.
(function_declaration result: (parameter_list (parameter_declaration !name type: (_) @one)) @tuple)
(function_declaration result: (parameter_list (parameter_declaration name: (_) @_name type: (_) @one)) @tuple)
(method_declaration result: (parameter_list (parameter_declaration !name type: (_) @one)) @tuple)
(method_declaration result: (parameter_list (parameter_declaration name: (_) @_name type: (_) @one)) @tuple)
(method_elem result: (parameter_list (parameter_declaration !name type: (_) @one)) @tuple)
(method_elem result: (parameter_list (parameter_declaration name: (_) @_name type: (_) @one)) @tuple)
(short_var_declaration right: (expression_list . (_) . (_)) @tuple)
(range_clause right: (_) @of) @pairs

(label_name) @skip
(package_clause (package_identifier) @skip)

; The fields that a literal names, where its type is written there.
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type) (struct_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @member @write))))
(composite_literal
  type: [(slice_type) (array_type) (implicit_length_array_type)]
  body: (literal_value (literal_element (literal_value
    (keyed_element key: (literal_element (identifier) @member @write))))))
(composite_literal
  type: (map_type)
  body: (literal_value (keyed_element value: (literal_element (literal_value
    (keyed_element key: (literal_element (identifier) @member @write)))))))
(literal_element (literal_value
  (keyed_element key: (literal_element (identifier) @skip))))

; What names are used for: what is assigned to, an element of it, or a member of that.
(source_file) @reads
(type_identifier) @typed
(assignment_statement left: (expression_list (_) @write))
(inc_statement (_) @write)
(dec_statement (_) @write)
(range_clause left: (expression_list (_) @write))
(receive_statement left: (expression_list (_) @write))
(unary_expression operator: "&" operand: (_) @address)
