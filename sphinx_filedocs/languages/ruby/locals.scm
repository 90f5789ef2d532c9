; Scopes of Ruby and the names that they bind. Modules and classes can be opened again anywhere.

(module name: (constant) @name) @scope.class
(module name: (scope_resolution scope: (_) name: (constant)) @owner) @scope.class
(class name: (constant) @name) @scope.class
(class name: (scope_resolution scope: (_) name: (constant)) @owner) @scope.class
(class name: (constant) @name superclass: (superclass (_) @base)) @scope.class
(class
  name: (scope_resolution scope: (_) name: (constant)) @owner
  superclass: (superclass (_) @base)) @scope.class
((class
    body: (body_statement
      (call
        !receiver
        method: (identifier) @_include
        arguments: (argument_list [(constant) (scope_resolution)] @base)))) @scope.class
  (#any-of? @_include "include" "prepend" "extend"))
((module
    body: (body_statement
      (call
        !receiver
        method: (identifier) @_include
        arguments: (argument_list [(constant) (scope_resolution)] @base)))) @scope.class
  (#any-of? @_include "include" "prepend" "extend"))

(method name: [(identifier) (constant)] @name) @scope.function
(singleton_method name: [(identifier) (constant)] @name) @scope.function @static
(singleton_class
  (body_statement (method name: [(identifier) (constant)] @name) @scope.function @static))
[(block) (do_block) (lambda)] @scope.function

(method_parameters (identifier) @definition.parameter)
(lambda_parameters (identifier) @definition.parameter)
(block_parameters (identifier) @definition.parameter)
(optional_parameter name: (identifier) @definition.parameter)
(keyword_parameter name: (identifier) @definition.parameter)
(splat_parameter name: (identifier) @definition.parameter)
(hash_splat_parameter name: (identifier) @definition.parameter)
(block_parameter name: (identifier) @definition.parameter)
(destructured_parameter (identifier) @definition.parameter)

(assignment
  left: [(identifier) (constant) (global_variable)] @definition.variable
  right: [
    (call) (identifier) (constant) (instance_variable) (scope_resolution) (self)
    (parenthesized_statements) (rescue_modifier)
  ] @value)
(assignment left: [(identifier) (constant) (global_variable)] @definition.variable)
(operator_assignment left: [(identifier) (constant) (global_variable)] @definition.variable)
(left_assignment_list [(identifier) (constant) (global_variable)] @definition.variable)
(destructured_left_assignment (identifier) @definition.variable)
(rest_assignment (identifier) @definition.variable)
(for pattern: (identifier) @definition.variable)
(exception_variable (identifier) @definition.variable)
(as_pattern name: (identifier) @definition.variable)

; The variables of an instance and of a class.
(assignment left: [(instance_variable) (class_variable)] @definition.field right: [
    (call) (identifier) (constant) (instance_variable) (scope_resolution) (self)
    (parenthesized_statements) (rescue_modifier)
  ] @value)
(assignment left: [(instance_variable) (class_variable)] @definition.field)
(operator_assignment left: [(instance_variable) (class_variable)] @definition.field)
(left_assignment_list [(instance_variable) (class_variable)] @definition.field)
