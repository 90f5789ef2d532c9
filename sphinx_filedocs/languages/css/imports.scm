; @import "a.css"; @import url(a.css);

(import_statement [
  (string_value (string_content) @target)
  (call_expression (arguments [(plain_value) @target (string_value (string_content) @target)]))
]) @import.include
