"""Says where the names in a tree's sources lead, and how sure that is.

``linked_tree`` is the door: it links a tree, keeps that on disk (``link_tables``), and after a
change links again what has asked a question that may be answered in another way
(``invalidation``).

``modules`` has what each file defines, ``visibility`` the definitions of the whole tree by
name (in memory or on disk) and what includes and packages let a file see, ``tree``
all of these and the imports. ``meanings`` follows expressions: by their kinds it asks
``bare_names``, ``imported_names``, ``members``, ``namespaces`` and ``expression_values``,
which ask it in turn. ``linker`` makes the links and uses of a file of it.

Whatever a file asks of others goes through ``ModuleCache``, ``LinkTree`` or ``Visibility``,
which note it (``index/trace.py``): a name in a file, the definitions of a name, what a file
includes. Others see a file as ``module_cache`` shows it, which notes each name that they look at,
and all of the file for whoever goes through all names. ``exports`` has a digest of what a file
says by each name, so that what is added to it does not concern those who never asked for that.
Whoever adds a way to look into other files has to note a question there, to put the answer into
the digest, and to invalidate it in ``invalidation``.
"""
