; Each specification is an import of its own; "_" imports for the effects alone.

(import_spec
  name: [(package_identifier) (blank_identifier)]? @alias
  path: (_) @target) @import.import

(import_spec
  name: (dot) @star
  path: (_) @target) @import.import
