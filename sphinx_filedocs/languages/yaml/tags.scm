; What YAML names: the jobs and the inputs of workflows and actions, the services, networks and
; volumes of compose files, and anchors anywhere.

(document
  (block_node
    (block_mapping
      (block_mapping_pair
        key: (flow_node) @_section
        value: (block_node
          (block_mapping
            (block_mapping_pair
              key: (flow_node [(plain_scalar) (double_quote_scalar)] @name)
              value: (_)? @body) @definition.function)))))
  (#eq? @_section "jobs"))

(document
  (block_node
    (block_mapping
      (block_mapping_pair
        key: (flow_node) @_section
        value: (block_node
          (block_mapping
            (block_mapping_pair
              key: (flow_node [(plain_scalar) (double_quote_scalar)] @name)
              value: (_)? @body) @definition.class)))))
  (#eq? @_section "services"))

(document
  (block_node
    (block_mapping
      (block_mapping_pair
        key: (flow_node) @_section
        value: (block_node
          (block_mapping
            (block_mapping_pair
              key: (flow_node [(plain_scalar) (double_quote_scalar)] @name)
              value: (_)? @body) @definition.constant)))))
  (#any-of? @_section "configs" "inputs" "networks" "outputs" "secrets" "volumes"))

(anchor (anchor_name) @name) @definition.constant
