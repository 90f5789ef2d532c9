(preproc_include path: (string_literal) @target) @import.include
(preproc_include path: (system_lib_string) @target @system) @import.include

((preproc_call
    directive: (preproc_directive) @_directive
    argument: (preproc_arg) @target) @import.include
  (#match? @_directive "^#[ \t]*(import|include_next)$")
  (#match? @target "^\""))
((preproc_call
    directive: (preproc_directive) @_directive
    argument: (preproc_arg) @target @system) @import.include
  (#match? @_directive "^#[ \t]*(import|include_next)$")
  (#match? @target "^<"))

; What is included for some builds only; the guard of a header asks for what is not defined.
(preproc_ifdef "#ifdef") @when.build
