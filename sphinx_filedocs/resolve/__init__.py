"""Links the names of sources to definitions.

``linker`` is the entrance: it lists the links and uses of a file. ``incremental/linked_tree.py``
links a tree with it, and after a change the files again whose questions
``incremental/invalidation.py`` names. ``import_resolution`` resolves imports to files.

``modules`` holds the definitions of a file, ``visibility`` those of the tree by name (in memory or
on disk) and the files that a file can see, ``tree`` both with imports. ``meanings`` puts the parts
of the ``resolver`` together: ``bare_names``, ``imported_names``, ``members``, ``namespaces``,
``expression_values`` and others follow some classes of expressions each.

A file looks into others through ``ModuleCache``, ``LinkTree`` or ``Visibility``, which record the
question (``index/trace.py``): a name in a file, the definitions of a name, the includes of a file.
Others see a file as ``module_cache`` shows it: each name is recorded, and iteration as
"everything". ``exports`` digests a file by name, so that a new function concerns only files that
asked for its name. A new way to look into other files needs three things: record the question, add
the answer to the digest, invalidate it in ``incremental/invalidation.py``.
"""
