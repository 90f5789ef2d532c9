; How the expressions of Java are made of names.

(field_access field: (identifier) @member)
(method_invocation object: (_) name: (identifier) @member)
(method_reference (_) (identifier) @member @function .)
; The last part of an import binds a name.
(scoped_identifier scope: (scoped_identifier name: (identifier) @member))
(import_declaration (scoped_identifier name: (identifier) @member) . (asterisk))
(package_declaration (scoped_identifier name: (identifier) @member))
(marker_annotation name: (scoped_identifier name: (identifier) @member))
(annotation name: (scoped_identifier name: (identifier) @member))
(scoped_type_identifier (_) (type_identifier) @member .)

(method_invocation
  name: (identifier) @called @callee @method
  arguments: (argument_list) @arguments) @call
(object_creation_expression type: (_) @callee) @call
; The instance of a class around.
(field_access object: (_) @callee field: (this)) @call

(object_creation_expression
  type: [
    (type_identifier) @constructed
    (generic_type (type_identifier) @constructed)
    (scoped_type_identifier (type_identifier) @constructed .)
    (generic_type (scoped_type_identifier (type_identifier) @constructed .))
  ]
  arguments: (argument_list) @given)

(cast_expression type: (_) @to) @cast
(array_type element: (_) @of) @array
(array_access array: (_) @in) @element
(array_creation_expression type: (_) @of) @array
((generic_type . (type_identifier) @_array @as (type_arguments . (_) @of .)) @array
  (#any-of? @_array
    "ArrayDeque" "ArrayList" "AtomicReference" "BlockingQueue" "Collection" "CopyOnWriteArrayList"
    "Deque" "HashSet" "Iterable" "Iterator" "LinkedHashSet" "LinkedList" "List" "ListIterator"
    "NavigableSet" "Optional" "PriorityQueue" "Queue" "Set" "SoftReference" "SortedSet" "Stack"
    "Stream" "Supplier" "ThreadLocal" "TreeSet" "Vector" "WeakReference"
    "BinaryOperator" "Comparator" "Consumer" "Predicate" "ToDoubleFunction" "ToIntFunction"
    "ToLongFunction" "UnaryOperator"))
((generic_type . (type_identifier) @_table @as (type_arguments . (_) @with . (_) @of .)) @table
  (#any-of? @_table
    "ConcurrentHashMap" "ConcurrentMap" "EnumMap" "HashMap" "IdentityHashMap" "LinkedHashMap" "Map"
    "NavigableMap" "SortedMap" "TreeMap" "WeakHashMap"
    "BiConsumer" "BiPredicate" "Function" "ToDoubleBiFunction" "ToIntBiFunction"
    "ToLongBiFunction"))
((generic_type . (type_identifier) @_table @as (type_arguments . (_) @with . (_) @of . (_))) @table
  (#eq? @_table "BiFunction"))
((generic_type
    . (scoped_type_identifier (type_identifier) @_map . (type_identifier) @_entry)
    (type_arguments (_) @one)) @tuple
  (#eq? @_map "Map")
  (#eq? @_entry "Entry"))
(generic_type . (_) @inner) @same
((generic_type . (_) @inner (type_arguments) @types) @generic
  (#not-any-of? @inner
    "ArrayDeque" "ArrayList" "AtomicReference" "BiConsumer" "BiFunction" "BiPredicate"
    "BinaryOperator" "BlockingQueue" "Collection" "Comparator" "ConcurrentHashMap" "ConcurrentMap"
    "Consumer" "CopyOnWriteArrayList" "Deque" "EnumMap" "Function" "HashMap" "HashSet"
    "IdentityHashMap" "Iterable" "Iterator" "LinkedHashMap" "LinkedHashSet" "LinkedList" "List"
    "ListIterator" "Map" "Map.Entry" "NavigableMap" "NavigableSet" "Optional" "Predicate"
    "PriorityQueue" "Queue" "Set" "SoftReference" "SortedMap" "SortedSet" "Stack" "Stream"
    "Supplier" "ThreadLocal" "ToDoubleBiFunction" "ToDoubleFunction" "ToIntBiFunction"
    "ToIntFunction" "ToLongBiFunction" "ToLongFunction" "TreeMap" "TreeSet" "UnaryOperator"
    "Vector" "WeakHashMap" "WeakReference"))
(wildcard ["extends" (super)] (_) @inner .) @same
(annotated_type (_) @inner .) @same
(parenthesized_expression (_) @inner) @same

((string_literal) @literal (#set! type "String"))
((class_literal) @literal (#set! type "Class"))
((integral_type) @literal (#eq? @literal "byte") (#set! type "byte"))
((integral_type) @literal (#eq? @literal "short") (#set! type "short"))
((integral_type) @literal (#eq? @literal "int") (#set! type "int"))
((integral_type) @literal (#eq? @literal "long") (#set! type "long"))
((integral_type) @literal (#eq? @literal "char") (#set! type "char"))
((floating_point_type) @literal (#eq? @literal "float") (#set! type "float"))
((floating_point_type) @literal (#eq? @literal "double") (#set! type "double"))
((boolean_type) @literal (#set! type "boolean"))
([(true) (false)] @literal (#set! type "boolean"))
((character_literal) @literal (#set! type "char"))
([(decimal_integer_literal) (hex_integer_literal) (binary_integer_literal)] @literal
  (#not-match? @literal "[lL]$")
  (#set! type "int"))
([(decimal_integer_literal) (hex_integer_literal) (binary_integer_literal)] @literal
  (#match? @literal "[lL]$")
  (#set! type "long"))
((decimal_floating_point_literal) @literal (#not-match? @literal "[fF]$") (#set! type "double"))
((decimal_floating_point_literal) @literal (#match? @literal "[fF]$") (#set! type "float"))
; What is added to a string is one.
((binary_expression left: (string_literal) operator: "+") @literal (#set! type "String"))
((binary_expression operator: "+" right: (string_literal)) @literal (#set! type "String"))
((binary_expression operator: ["==" "!=" "<" ">" "<=" ">=" "&&" "||"]) @literal
  (#set! type "boolean"))

(this) @this
(super) @super

(labeled_statement . (identifier) @skip)
(break_statement (identifier) @skip)
(continue_statement (identifier) @skip)
(element_value_pair key: (identifier) @skip)
((type_identifier) @skip (#eq? @skip "var"))

; What names are used for: what is assigned to, an element of it, or a member of that.
(program) @reads
(type_identifier) @typed
(assignment_expression left: (_) @write)
(update_expression (_) @write)
