; import 'a.dart' as a show B;  export 'a.dart';  part 'a.dart';

(library_import
  (import_specification (configurable_uri) @target (identifier)? @alias)) @import.import
(library_import
  (import_specification
    (configurable_uri) @target
    (combinator "show" (identifier) @name))) @import.import
(library_export (configurable_uri) @target) @import.reexport
(part_directive (uri) @target) @import.include
