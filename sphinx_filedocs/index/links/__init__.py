"""Says where the names in a tree's sources lead, and how sure that is.

``linked_tree`` is the door: it links a tree, keeps that on disk (``link_tables``), and after a
change links again what has asked a question that may be answered in another way
(``invalidation``).

``modules`` has what each file defines, ``defined_names`` the definitions of the whole tree by
name (in memory or on disk), ``visibility`` what includes and packages let a file see, ``tree``
all of these and the imports. ``meanings`` follows expressions: by their kinds it asks
``bare_names``, ``imported_names``, ``members``, ``namespaces`` and ``expression_values``,
which ask it in turn. ``linker`` makes the links and uses of a file of it.

Whatever a file asks of others goes through ``ModuleCache``, ``LinkTree`` or ``Visibility``,
which note it (``index/trace.py``): the exports of a file, the definitions of a name, what a file
includes. ``exports`` has a digest of all that others can get from a file, so that a body may
change without them. Whoever adds a way to look into other files has to note a question there,
and to invalidate it in ``invalidation``.
"""
