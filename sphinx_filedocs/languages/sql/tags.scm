; Definitions of SQL: what a script creates.

(create_schema (identifier) @name) @definition.namespace

(create_table
  (object_reference name: (identifier) @name)
  (column_definitions)? @body) @definition.class

[
  (create_view (object_reference name: (identifier) @name) (create_query) @body)
  (create_materialized_view (object_reference name: (identifier) @name) (create_query) @body)
] @definition.class

(create_type (object_reference name: (identifier) @name)) @definition.type

(create_function
  (object_reference name: (identifier) @name)
  (function_body)? @body) @definition.function

(create_trigger
  .
  (keyword_create)
  (keyword_trigger)
  .
  (object_reference name: (identifier) @name)) @definition.function

(create_sequence (object_reference name: (identifier) @name)) @definition.variable
(create_index column: (identifier) @name) @definition.variable
