; Definitions of Ruby; the methods of "class << self" are those of the class around it.

(module
  name: [
    (constant) @name
    (scope_resolution scope: (_)? @scope name: (constant) @name)
  ]) @definition.module

(class
  name: [
    (constant) @name
    (scope_resolution scope: (_)? @scope name: (constant) @name)
  ]) @definition.class

(program (method name: (_) @name) @definition.function)
(method name: (_) @name) @definition.method

(singleton_method
  object: (constant)? @scope
  name: (_) @name) @definition.method

; Point = Struct.new(:x, :y)
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_class
    method: (identifier) @_method)
  (#any-of? @_class "Class" "Data" "Module" "Struct")
  (#any-of? @_method "new" "define")) @definition.class

(assignment left: (constant) @name) @definition.constant

; attr_accessor :name, "other"
(body_statement
  (call
    !receiver
    method: (identifier) @_method @prefix
    arguments: (argument_list
      [(simple_symbol) @name (string (string_content) @name)] @definition.field))
  (#match? @_method "^(?:[cm]?attr|[cm]?attr_(?:reader|writer|accessor)|[cm]attr_internal)$"))

; What a call makes a method of.
(call
  !receiver
  method: (identifier) @_method
  arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)])
  (#any-of? @_method "define_method" "alias_method" "define_singleton_method")) @definition.method
(alias name: [(identifier) (constant) (operator) (setter) (simple_symbol)] @name) @definition.method

; An empty body is no node.
(module
  name: [(constant) @name (scope_resolution name: (constant) @name)]
  !body
  "end" @body) @definition.none
(class
  name: [(constant) @name (scope_resolution name: (constant) @name)]
  !body
  "end" @body) @definition.none
(method name: (_) @name !body "end" @body) @definition.none
(singleton_method name: (_) @name !body "end" @body) @definition.none
