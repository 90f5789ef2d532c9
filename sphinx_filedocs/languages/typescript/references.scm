; inherits: ecmascript

(type_identifier) @type @typed
(this_type) @this
(nested_type_identifier name: (type_identifier) @member)
(nested_identifier property: (_) @member)
(non_null_expression (_) @inner) @same
(satisfies_expression . (_) @inner) @same
(as_expression . (_) @inner "const") @same
(as_expression (_) (_) @to) @cast
((generic_type name: (_) @inner type_arguments: (_) @types) @generic
  (#not-any-of? @inner
    "Promise" "PromiseLike" "Readonly" "Partial" "Required" "NonNullable" "Awaited"
    "Omit" "Pick" "Exclude" "Extract" "Array" "ReadonlyArray" "Set" "ReadonlySet" "Iterable"
    "IterableIterator" "Map" "ReadonlyMap" "Record" "WeakMap"))
((generic_type name: (_) @_name type_arguments: (type_arguments . (_) @inner)) @same
  (#any-of? @_name
    "Promise" "PromiseLike" "Readonly" "Partial" "Required" "NonNullable" "Awaited"
    "Omit" "Pick" "Exclude" "Extract"))
; T["key"], T extends any ? A : never, { [K in keyof T]: T[K] }
(lookup_type (literal_type (string (string_fragment) @inner @member))) @same
((conditional_type consequence: (_) @inner alternative: (predefined_type) @_never) @same
  (#eq? @_never "never"))
(object_type . (index_signature
    (mapped_type_clause type: (index_type_query (_) @inner))
    type: (_ [
      (lookup_type (_) (type_identifier))
      (union_type (lookup_type (_) (type_identifier)) (literal_type (undefined)))
    ])) .) @same
(literal_type [(string) (true) (false)]) @text
((predefined_type) @text (#eq? @text "never"))
(switch_case value: (string) @text)
(binary_expression operator: ["==" "==="] right: [(string) (true) (false)] @text)
(type_query (_) @inner) @same
(parenthesized_type (_) @inner) @same
(readonly_type (_) @inner) @same
(union_type (_) @one) @union
(intersection_type (_) @one) @union
(array_type (_) @of) @array
((generic_type name: (_) @_array type_arguments: (type_arguments . (_) @of .)) @array
  (#any-of? @_array
    "Array" "ReadonlyArray" "Set" "ReadonlySet" "Iterable" "IterableIterator"))
((generic_type name: (_) @_table @as type_arguments: (type_arguments . (_) @with . (_) @of .)) @table
  (#any-of? @_table "Map" "ReadonlyMap" "WeakMap"))
((generic_type name: (_) @_table type_arguments: (type_arguments . (_) @with . (_) @of .)) @table
  (#eq? @_table "Record"))
(object_type . (index_signature
  index_type: (_) @with type: (type_annotation (_) @of)) .) @table
(tuple_type) @tuple
(type_predicate name: (identifier) type: (_) @to) @told
; Instances of types that get arguments; containers say what is in them.
(new_expression constructor: (_) @inner type_arguments: (_) @types) @instance
((new_expression
    constructor: (identifier) @_array @as type_arguments: (type_arguments . (_) @of .) @array)
  (#any-of? @_array "Array" "Set"))
((new_expression
    constructor: (identifier) @_table @as
    type_arguments: (type_arguments . (_) @with . (_) @of .) @table)
  (#any-of? @_table "Map" "WeakMap"))
(function_type return_type: (_) @made) @maker

(property_signature name: (property_identifier) @skip)
(method_signature name: [(property_identifier) (private_property_identifier)] @skip)
(index_signature name: (identifier) @skip)
(required_parameter name: (identifier) @skip)
(optional_parameter name: (identifier) @skip)
((expression_statement (identifier) @skip (ERROR . "default" . "function"))
  (#eq? @skip "export"))

; A type that is that of a value names it, and does not read it.
(nested_type_identifier module: (_) @mentioned)
(type_query [(identifier) (member_expression)] @mentioned)
