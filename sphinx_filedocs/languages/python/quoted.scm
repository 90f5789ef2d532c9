; Strings of Python that hold code: annotations and other types, but for what stands there as data.

(string) @string

(type) @code
((call
  function: [(identifier) @_cast (attribute attribute: (identifier) @_cast)]
  arguments: (argument_list . (string) @code))
  (#eq? @_cast "cast"))
((call
  function: [(identifier) @_made (attribute attribute: (identifier) @_made)]
  arguments: (argument_list
    (keyword_argument name: (identifier) @_bound value: (string) @code)))
  (#eq? @_made "TypeVar")
  (#eq? @_bound "bound"))

; What a class extends, if it is written like a type, and names for types.
((class_definition superclasses: (argument_list (subscript
    value: [(identifier) @_generic (attribute attribute: (identifier) @_generic)]) @code))
  (#match? @_generic "^_*[A-Z]([A-Za-z0-9_]*[a-z][A-Za-z0-9_]*)?$"))
((assignment right: (subscript
    value: [(identifier) @_type (attribute attribute: (identifier) @_type)]) @code)
  (#any-of? @_type
    "Callable" "ClassVar" "Dict" "FrozenSet" "Iterable" "Iterator" "List" "Mapping" "Optional"
    "Sequence" "Set" "Tuple" "Type" "Union"))
((assignment
    type: (type [(identifier) @_alias (attribute attribute: (identifier) @_alias)])
    right: (_) @code)
  (#eq? @_alias "TypeAlias"))

(type (call) @data)
(argument_list (subscript (call) @data))
(assignment right: (subscript (call) @data))
((generic_type . (identifier) @_literal (type_parameter) @data)
  (#eq? @_literal "Literal"))
((subscript
  value: [(identifier) @_literal (attribute attribute: (identifier) @_literal)]
  subscript: (_) @data)
  (#eq? @_literal "Literal"))
((generic_type . (identifier) @_annotated (type_parameter (type) (type) @data))
  (#eq? @_annotated "Annotated"))
((subscript
  value: [(identifier) @_annotated (attribute attribute: (identifier) @_annotated)]
  subscript: (_) subscript: (_) @data)
  (#eq? @_annotated "Annotated"))
