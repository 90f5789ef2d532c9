; import A.B;  import qualified A.B as C;  import A.B (f, g)

(import module: (module) @target alias: (module)? @alias) @import.import
