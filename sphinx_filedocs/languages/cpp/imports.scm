; inherits: c

(export_declaration
  (import_declaration name: (module_name) @target) @import.reexport)
(import_declaration name: (module_name) @target) @import.import
(import_declaration partition: (module_partition) @target) @import.import
(import_declaration header: (string_literal) @target) @import.import
(import_declaration header: (system_lib_string) @target @system) @import.import
