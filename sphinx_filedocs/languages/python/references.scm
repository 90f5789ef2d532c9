; How the expressions of Python are made of names.

(attribute attribute: (identifier) @member)
(case_pattern (dotted_name "." . (identifier) @member))
(class_pattern (dotted_name "." . (identifier) @member))
(keyword_pattern (dotted_name "." . (identifier) @member))
(keyword_pattern . (identifier) @member)
(keyword_argument name: (identifier) @skip)
(call function: (_) @callee
  arguments: (argument_list (keyword_argument name: (identifier) @argument)))
((call function: (identifier) @super) @_call (#eq? @super "super"))
[(parenthesized_expression (_) @inner) (await (_) @inner)] @same

; What an optional type is, and a type with parameters; a class is no instance of its metaclass.
[
  (binary_operator left: (_) @inner operator: "|" right: (none))
  (binary_operator left: (none) operator: "|" right: (_) @inner)
  (union_type . (type (_) @inner) . (type (none)) .)
  (union_type . (type (none)) . (type (_) @inner) .)
] @same
((generic_type . (identifier) @_says (type_parameter . (type (_) @inner))) @same
  (#any-of? @_says "Optional" "ClassVar" "Final" "Annotated"))
((subscript
  value: [(identifier) @_says (attribute attribute: (identifier) @_says)]
  . subscript: (_) @inner) @same
  (#any-of? @_says "Optional" "ClassVar" "Final" "Annotated"))
((generic_type . (identifier) @_array (type_parameter . (type (_) @of))) @array
  (#any-of? @_array "list" "List" "set" "Set" "frozenset" "FrozenSet" "Sequence" "MutableSequence" "Iterable"
    "Iterator" "Collection" "AbstractSet" "MutableSet" "deque" "Deque" "Generator" "AsyncIterable"
    "AsyncIterator" "AsyncGenerator" "ValuesView"))
((subscript
  value: [(identifier) @_array (attribute attribute: (identifier) @_array)]
  . subscript: (_) @of) @array
  (#any-of? @_array "list" "List" "set" "Set" "frozenset" "FrozenSet" "Sequence" "MutableSequence" "Iterable"
    "Iterator" "Collection" "AbstractSet" "MutableSet" "deque" "Deque" "Generator" "AsyncIterable"
    "AsyncIterator" "AsyncGenerator" "ValuesView"))
; What has classes for values.
((generic_type . (identifier) @_class (type_parameter . (type (_) @of) .)) @metatype
  (#any-of? @_class "type" "Type"))
((subscript
  value: [(identifier) @_class (attribute attribute: (identifier) @_class)]
  . subscript: (_) @of) @metatype
  (#any-of? @_class "type" "Type"))
; What holds one value for whoever asks, unless it is a type of the tree.
((generic_type . (identifier) @_array @as (type_parameter . (type (_) @of))) @array
  (#any-of? @_array "ContextVar" "LifoQueue" "PriorityQueue" "Queue" "SimpleQueue"))
((subscript
  value: [(identifier) @_array @as (attribute attribute: (identifier) @_array) @as]
  . subscript: (_) @of) @array
  (#any-of? @_array "ContextVar" "LifoQueue" "PriorityQueue" "Queue" "SimpleQueue"))
((generic_type . (identifier) @_tuple
  (type_parameter . (type (_) @of) . (type (ellipsis)) .)) @array
  (#any-of? @_tuple "tuple" "Tuple"))
((subscript
  value: [(identifier) @_tuple (attribute attribute: (identifier) @_tuple)]
  . subscript: (_) @of . subscript: (ellipsis) .) @array
  (#any-of? @_tuple "tuple" "Tuple"))
((generic_type . (identifier) @_tuple (type_parameter (type (_) @one))) @tuple
  (#any-of? @_tuple "tuple" "Tuple"))
((subscript
  value: [(identifier) @_tuple (attribute attribute: (identifier) @_tuple)]
  subscript: (_) @one) @tuple
  (#any-of? @_tuple "tuple" "Tuple"))
((generic_type . (identifier) @_table (type_parameter . (type (_) @with) . (type (_) @of) .)) @table
  (#any-of? @_table "dict" "Dict" "Mapping" "MutableMapping" "defaultdict" "DefaultDict" "OrderedDict"))
((subscript
  value: [(identifier) @_table (attribute attribute: (identifier) @_table)]
  . subscript: (_) @with . subscript: (_) @of .) @table
  (#any-of? @_table "dict" "Dict" "Mapping" "MutableMapping" "defaultdict" "DefaultDict" "OrderedDict"))
((generic_type . (identifier) @inner) @same
  (#not-any-of? @inner "type" "Type" "Union" "Callable" "Literal" "tuple" "Tuple"))
((type (subscript
  value: [(identifier) @inner @_says (attribute attribute: (identifier) @_says) @inner]) @same)
  (#not-any-of? @_says "type" "Type" "Union" "Callable" "Literal" "tuple" "Tuple"))

; What is in containers, and what an instance is that a statement gives.
(subscript value: (_) @inner subscript: (slice)) @same
(subscript value: (_) @at) @item
((call function: (identifier) @_pairs arguments: (argument_list . (_) @of)) @pairs
  (#eq? @_pairs "enumerate"))
((call function: (identifier) @_list arguments: (argument_list . (_) @of)) @listed
  (#any-of? @_list "iter" "list" "reversed" "set" "sorted" "tuple" "frozenset"))
((call function: (identifier) @_one arguments: (argument_list . (_) @in)) @element
  (#eq? @_one "next"))
((call function: (identifier) @_one arguments: (argument_list . (_) @in . [(keyword_argument)]? .))
  @element
  (#any-of? @_one "max" "min"))
(list_comprehension . (_) @of) @array
(generator_expression . (_) @of) @array
(set_comprehension . (_) @of) @array
(expression_list) @tuple
(return_statement (tuple) @tuple)
(assignment right: (tuple) @tuple)
[
  (conditional_expression (_) @inner (_) (none))
  (conditional_expression (none) (_) (_) @inner)
  (boolean_operator left: (_) @inner operator: "or" right: (none))
] @same
((conditional_expression (_) @one (_) (_) @one) @choice (#not-eq? @one "None"))
((boolean_operator left: (_) @one operator: "or" right: (_) @one) @choice (#not-eq? @one "None"))
((call
    function: [
      (identifier) @_cast
      (attribute object: (identifier) @_typing attribute: (identifier) @_cast)
    ]
    arguments: (argument_list . (_) @to . (_) .)) @cast
  (#eq? @_cast "cast")
  (#any-of? @_typing "t" "typing" "typing_extensions"))
(call function: (_) @callee) @call
(except_clause (as_pattern . (_) @to alias: (_)) @cast)
; What is assigned to several names.
(assignment right: (assignment right: (_) @inner) @same)
(as_pattern . (_) @by alias: (_)) @entered

; One of several types.
((call function: (identifier) @_test
    arguments: (argument_list . (_) . [
      (tuple (_) @one)
      (binary_operator left: (_) @one operator: "|" right: (_) @one)
    ] @union))
  (#any-of? @_test "isinstance" "issubclass"))
[
  (type (binary_operator left: (_) @one operator: "|" right: (_) @one) @union)
  (type (binary_operator
    left: (binary_operator left: (_) @one operator: "|" right: (_) @one) @union operator: "|"))
  (type (binary_operator
    left: (binary_operator
      left: (binary_operator left: (_) @one operator: "|" right: (_) @one) @union operator: "|")
    operator: "|"))
]
(union_type (type (_) @one)) @union
((generic_type . (identifier) @_union (type_parameter (type (_) @one))) @union
  (#eq? @_union "Union"))
((subscript
  value: [(identifier) @_union (attribute attribute: (identifier) @_union)]
  subscript: (_) @one) @union
  (#eq? @_union "Union"))
(union_pattern (class_pattern . (dotted_name) @one)) @union

; What a test for a class tells.
((call function: (identifier) @_test arguments: (argument_list . (_) . (_) @of .) @metatype)
  (#eq? @_test "issubclass"))

; The type of the instance around.
(type (identifier) @this (#eq? @this "Self"))
(type (attribute attribute: (identifier) @this @inner) @same (#eq? @this "Self"))

; What names are used for: what is assigned to, an element of it, or a member of that.
(module) @reads
(assignment left: (_) @write)
(augmented_assignment left: (_) @write)
(pattern_list (_) @write)
(tuple_pattern (_) @write)
(list_pattern (_) @write)
(list_splat_pattern (_) @write)
(for_statement left: (_) @write)
(for_in_clause left: (_) @write)
(named_expression name: (_) @write)
(as_pattern_target (_) @write)
(keyword_argument name: (_) @write)
(global_statement (_) @mentioned)
(nonlocal_statement (_) @mentioned)
(delete_statement [(identifier) (attribute)] @mentioned)
(delete_statement (subscript) @write)
(delete_statement (expression_list [(identifier) (attribute)] @mentioned))
(delete_statement (expression_list (subscript) @write))
(type [(identifier) (attribute)] @typed)
(type (generic_type (identifier) @typed))
(type (subscript [(identifier) (attribute)] @typed))
(type (binary_operator [(identifier) (attribute)] @typed))
(type (binary_operator left: (binary_operator [(identifier) (attribute)] @typed)))
(type (list [(identifier) (attribute)] @typed))
