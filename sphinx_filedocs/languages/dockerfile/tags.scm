; Definitions of a Dockerfile: its stages, what it is built with, and its environment.

(from_instruction as: (image_alias) @name) @definition.class
(arg_pair name: (_) @name) @definition.variable
(env_pair name: (_) @name) @definition.variable
