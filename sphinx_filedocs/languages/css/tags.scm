; The selectors of CSS: classes and ids, each where a rule is about it; its own properties, and
; what animations are called.

(rule_set
  (selectors [
    (class_selector (class_name) @name)
    (_ (class_selector (class_name) @name))
    (_ (_ (class_selector (class_name) @name)))
    (_ (_ (_ (class_selector (class_name) @name))))
  ])
  (block) @body) @definition.class
(rule_set
  (selectors [
    (id_selector (id_name) @name)
    (_ (id_selector (id_name) @name))
    (_ (_ (id_selector (id_name) @name)))
    (_ (_ (_ (id_selector (id_name) @name))))
  ])
  (block) @body) @definition.field
(declaration (property_name) @name (#match? @name "^--")) @definition.variable
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.constant
