; using A, B.C;  import A: f, g;  include("a.jl")

(using_statement [(identifier) (scoped_identifier)] @target) @import.use
(import_statement [(identifier) (scoped_identifier)] @target) @import.import
(using_statement
  (selected_import . [(identifier) (scoped_identifier)] @target (identifier) @name)) @import.use
(import_statement
  (selected_import . [(identifier) (scoped_identifier)] @target (identifier) @name)) @import.import
((call_expression
    (identifier) @_function
    (argument_list . (string_literal (content) @target))) @import.include
  (#eq? @_function "include"))
