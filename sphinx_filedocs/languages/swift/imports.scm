(import_declaration (identifier) @target) @import.import
