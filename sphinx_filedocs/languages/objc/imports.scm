; #import "A.h";  #import <A/A.h>;  @import A;

(preproc_include path: (string_literal (string_content) @target)) @import.include
((preproc_include path: (system_lib_string) @target @system) @import.include)
(module_import path: (identifier) @target) @import.import
