; alias A.B;  alias A.B, as: C;  alias A.{B, C};  import A;  use A;  require A

((call
    target: (identifier) @_call
    (arguments . (alias) @target)) @import.use
  (#any-of? @_call "alias" "use" "require" "import"))
((call
    target: (identifier) @_call
    (arguments
      .
      (alias) @target
      (keywords (pair key: (keyword) @_as value: (alias) @alias)))) @import.use
  (#eq? @_call "alias")
  (#match? @_as "^as:"))
((call
    target: (identifier) @_call
    (arguments . (dot left: (alias) @target right: (tuple (alias) @name)))) @import.use
  (#any-of? @_call "alias" "use" "require" "import"))
