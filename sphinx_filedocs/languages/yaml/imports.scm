; uses: actions/checkout@v4;  uses: ./.github/workflows/test.yml

((block_mapping_pair
    key: (flow_node) @_key
    value: (flow_node (plain_scalar) @target)) @import.use
  (#eq? @_key "uses")
  (#match? @target "/"))
