; Strings of Python that hold code: annotations, but for what stands there as data.

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

(type (call) @data)
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
