; FROM image:tag; without a tag or a path it may be a stage above.

(from_instruction (image_spec) @target (#match? @target "^[^$]*[:/@][^$]*$")) @import.use
