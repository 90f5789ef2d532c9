; open A;  include A;  module B = A.C

(open_module module: (module_path) @target) @import.use
(include_module module: (module_path) @target) @import.use
(module_definition
  (module_binding (module_name) @alias body: (module_path) @target)) @import.use
