; The selectors of CSS, classes and ids; its own properties, and what animations are called.
; A pattern of a whole rule would take long where one rule has thousands of selectors.

(class_selector (class_name) @name) @definition.class
(id_selector (id_name) @name) @definition.field
(declaration (property_name) @name (#match? @name "^--")) @definition.variable
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.constant
