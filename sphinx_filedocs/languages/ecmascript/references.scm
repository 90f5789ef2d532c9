; How the expressions of JavaScript and TypeScript are made of names.

(member_expression property: [(property_identifier) (private_property_identifier)] @member)
(this) @this
(super) @super
((identifier) @root (#eq? @root "exports"))
((member_expression object: (identifier) @_object property: (property_identifier) @root)
  (#eq? @_object "module")
  (#eq? @root "exports"))
; What compilers write for imports.
((call_expression
    function: [(identifier) @_function (member_expression property: (_) @_function)]
    arguments: (arguments . (_) @inner)) @same
  (#any-of? @_function "__importStar" "__importDefault"))
; a[0]; under the name of a property is something else.
((subscript_expression object: (_) @at index: (_) @_index) @item
  (#not-match? @_index "^['\"`]"))
((call_expression
    function: (member_expression
      object: (identifier) @_object property: (property_identifier) @_gives)
    arguments: (arguments . (_) @of .)) @pairs
  (#eq? @_object "Object")
  (#eq? @_gives "entries"))
((call_expression
    function: (member_expression
      object: (identifier) @_object property: (property_identifier) @_gives)
    arguments: (arguments . (_) @of .)) @values
  (#eq? @_object "Object")
  (#eq? @_gives "values"))
((call_expression
    function: (member_expression
      object: (identifier) @_object property: (property_identifier) @_gives)
    arguments: (arguments . (_) @of .)) @listed
  (#eq? @_object "Array")
  (#eq? @_gives "from"))
(array . (spread_element (_) @of) .) @listed
((ternary_expression consequence: (_) @one alternative: (_) @one) @choice
  (#not-any-of? @one "null" "undefined"))
((ternary_expression consequence: (_) @inner alternative: (_) @_none) @same
  (#any-of? @_none "null" "undefined"))
((ternary_expression consequence: (_) @_none alternative: (_) @inner) @same
  (#any-of? @_none "null" "undefined"))
(call_expression function: (_) @callee) @call
(new_expression constructor: (_) @callee) @call
[
  (parenthesized_expression (_) @inner)
  (await_expression (_) @inner)
  (binary_expression left: (_) @inner operator: ["||" "??"])
  (assignment_expression right: (_) @inner)
] @same
((member_expression object: (_) @inner property: (property_identifier) @skip) @same
  (#eq? @skip "prototype"))

(statement_identifier) @skip
(pair key: (property_identifier) @skip)
(pair_pattern key: (property_identifier) @skip)
(method_definition name: [(property_identifier) (private_property_identifier)] @skip)

; What names are used for: what is assigned to, an element of it, or a member of that.
(program) @reads
(assignment_expression left: (_) @write)
(augmented_assignment_expression left: (_) @write)
(update_expression argument: (_) @write)
(assignment_expression left: (array_pattern (_) @write))
(for_in_statement left: (_) @write)
(pair key: (property_identifier) @write)
(unary_expression operator: "delete" argument: (member_expression) @mentioned)
(export_specifier name: (identifier) @mentioned)
