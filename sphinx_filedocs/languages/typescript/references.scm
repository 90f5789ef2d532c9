; inherits: ecmascript

(type_identifier) @type
(this_type) @this
(nested_type_identifier name: (type_identifier) @member)
(nested_identifier property: (_) @member)
(non_null_expression (_) @inner) @same
(satisfies_expression . (_) @inner) @same
(as_expression . (_) @inner "const") @same
(as_expression (_) (_) @to) @cast
((generic_type name: (_) @inner) @same
  (#not-any-of? @inner
    "Promise" "PromiseLike" "Readonly" "Partial" "Required" "NonNullable" "Awaited"
    "Array" "ReadonlyArray" "Set" "ReadonlySet" "Iterable" "IterableIterator" "Map" "ReadonlyMap"))
((generic_type name: (_) @_name type_arguments: (type_arguments . (_) @inner)) @same
  (#any-of? @_name "Promise" "PromiseLike" "Readonly" "Partial" "Required" "NonNullable" "Awaited"))
(parenthesized_type (_) @inner) @same
(readonly_type (_) @inner) @same
(union_type (_) @inner (literal_type [(null) (undefined)])) @same
(union_type (literal_type [(null) (undefined)]) (_) @inner) @same
(array_type (_) @of) @array
((generic_type name: (_) @_array type_arguments: (type_arguments . (_) @of .)) @array
  (#any-of? @_array
    "Array" "ReadonlyArray" "Set" "ReadonlySet" "Iterable" "IterableIterator"))
((generic_type name: (_) @_table type_arguments: (type_arguments . (_) . (_) @of .)) @table
  (#any-of? @_table "Map" "ReadonlyMap"))
(function_type return_type: (_) @made) @maker

(property_signature name: (property_identifier) @skip)
(method_signature name: [(property_identifier) (private_property_identifier)] @skip)
(index_signature name: (identifier) @skip)
(required_parameter name: (identifier) @skip)
(optional_parameter name: (identifier) @skip)
