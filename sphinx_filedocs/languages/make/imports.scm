(include_directive filenames: (list (word) @target)) @import.source
