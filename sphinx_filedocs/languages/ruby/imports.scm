; require_relative includes by path; the others look on the load path.

(call
  !receiver
  method: (identifier) @_method
  arguments: (argument_list . (string (string_content) @target))
  (#any-of? @_method "require" "load")) @import.require

(call
  !receiver
  method: (identifier) @_method
  arguments: (argument_list . (string (string_content) @target))
  (#eq? @_method "require_relative")) @import.include

(call
  !receiver
  method: (identifier) @_method
  arguments: (argument_list . (_) (string (string_content) @target))
  (#eq? @_method "autoload")) @import.require

; What is in a method is read when that is called.
(method body: (_) @when.call)
(singleton_method body: (_) @when.call)

; A file that is loaded when a constant is named for the first time.
((call !receiver method: (identifier) @_method) @when.condition
  (#eq? @_method "autoload"))
