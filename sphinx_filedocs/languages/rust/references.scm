; How the expressions of Rust are made of names.

(field_expression field: (field_identifier) @member)
; What is called is a method: a field is called in parentheses.
(call_expression function: (field_expression field: (field_identifier) @function))
(call_expression
  function: (generic_function function: (field_expression field: (field_identifier) @function)))
(scoped_identifier path: (_) name: (identifier) @member @part)
(scoped_type_identifier path: (_) name: (type_identifier) @member @part)
(scoped_identifier path: (_) name: (super) @member @part)
(struct_pattern (field_pattern name: (field_identifier) @member))
(field_initializer_list (field_initializer field: (field_identifier) @member @write))

; A name is that of a type, a module or a crate where a path begins.
(scoped_identifier path: (identifier) @head)
(scoped_type_identifier path: (identifier) @head)
(scoped_identifier !path name: (identifier) @root)
(scoped_type_identifier !path name: (type_identifier) @root)
(type_identifier) @type @typed

(self) @this
(crate) @root
(super) @root
(scoped_identifier path: (self) @root)
(scoped_type_identifier path: (self) @root)
((identifier) @class (#eq? @class "Self"))
((type_identifier) @class (#eq? @class "Self"))

; What a call of a variant or a type makes, and what a call passes on.
((call_expression function: [
    (identifier) @inner
    (scoped_identifier name: (identifier) @_name) @inner
  ]) @same
  (#match? @inner "(^|::)[A-Z][A-Za-z0-9]*$"))
((call_expression function: (field_expression value: (_) @in field: (field_identifier) @_name))
  @element
  (#any-of? @_name "unwrap" "expect" "unwrap_or_default" "unwrap_or_else" "unwrap_or"))
((call_expression function: (field_expression value: (_) @inner field: (field_identifier) @_name))
  @same
  (#any-of? @_name
    "as_mut" "as_ref" "borrow" "borrow_mut" "by_ref" "clone" "cloned" "copied" "drain" "into_iter"
    "iter" "iter_mut" "rev" "to_owned" "to_vec"))
(call_expression function: (_) @callee) @call
(generic_function function: (_) @inner) @same
(struct_expression name: (_) @inner) @same
(try_expression (_) @in) @element
(index_expression . (_) @at) @item
(await_expression (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(reference_expression value: (_) @inner) @same
(unary_expression "*" (_) @inner) @same
(type_cast_expression type: (_) @inner) @same

; Types whose members are those of the type inside.
((generic_type
  type: (type_identifier) @_name
  type_arguments: (type_arguments . (_) @inner)) @same
  (#any-of? @_name "Arc" "Box" "Cow" "MutexGuard" "Pin" "Rc" "Ref" "RefMut"))
((generic_type
  type: (type_identifier) @_name
  type_arguments: (type_arguments . (_) @of)) @array
  (#any-of? @_name "BTreeSet" "HashSet" "IntoIter" "Iter" "IterMut" "Option" "Result" "Vec" "VecDeque"))
((generic_type
  type: (type_identifier) @_name
  type_arguments: (type_arguments . (_) @with . (_) @of)) @table
  (#any-of? @_name "BTreeMap" "HashMap"))
(tuple_type) @tuple
(tuple_expression) @tuple
(generic_type type: (_) @inner) @same
(reference_type type: (_) @inner) @same
(pointer_type type: (_) @inner) @same
(dynamic_type trait: (_) @inner) @same
(abstract_type trait: (_) @inner) @same
(bounded_type . (_) @inner) @same
(array_type element: (_) @of) @array
(bracketed_type (qualified_type alias: (_) @inner)) @same

; What a macro gets is not parsed; what it makes is not known.
(macro_invocation macro: (identifier) @macro)
(macro_definition (macro_rule) @unread)
(token_tree (identifier) @known)
(token_tree (identifier) @macro . "!" . (token_tree))
(token_tree "." . (identifier) @member)
(token_tree "." . (identifier) @function . (token_tree . "("))
(token_tree "." . (identifier) @function . "::")
(token_tree "::" . (identifier) @member @part)

(lifetime (identifier) @skip)
(label (identifier) @skip)
(type_binding name: (type_identifier) @skip)
(attribute (identifier) @skip)
((attribute (identifier) @_name arguments: (token_tree (identifier) @skip))
  (#not-eq? @_name "derive"))

; What names are used for: what is assigned to, an element of it, or a member of that.
(source_file) @reads
(assignment_expression left: (_) @write)
(compound_assignment_expr left: (_) @write)
(assignment_expression left: (tuple_expression (_) @write))
(reference_expression
  (mutable_specifier)
  value: [(identifier) (scoped_identifier) (field_expression) (index_expression)] @address)
(scoped_identifier path: (_) @mentioned)
(scoped_type_identifier path: (_) @mentioned)
