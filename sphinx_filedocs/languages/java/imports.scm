; import a.b.C;         target a.b.C    name C
; import static a.B.c;  target a.B.c    name c
; import a.b.*;         target a.b      star, with "static" before it or not

(import_declaration
  [
    (scoped_identifier name: (identifier) @name)
    (identifier) @name
  ] @target
  .
  ";") @import.import

(import_declaration
  (_) @target
  .
  (asterisk) @star) @import.import
