"""Says where the names in a tree's sources lead, and how sure that is.

``linked_tree`` is the door: it links a tree, keeps that on disk (``tables``), and after a change
links again what has asked a question that may be answered in another way (``invalidation``).

``modules`` has what each file defines, ``names`` the definitions of the whole tree by name (in
memory, or on disk: ``stored_names``), ``visibility`` what includes and packages let a file see,
``tree`` all of these and the imports. ``meanings`` follows expressions: by their kinds it asks
``bindings``, ``free_names``, ``imported``, ``members``, ``spaces`` and ``values``, which ask it in
turn. ``link`` makes the links and uses of a file of it.

Whatever a file asks of others goes through ``Modules``, ``Tree`` or ``Visibility``, which note it
(``index/trace.py``): the exports of a file, the definitions of a name, what a file includes.
``exports`` has a digest of all that others can get from a file, so that a body may change without
them. Whoever adds a way to look into other files has to note a question there, and to invalidate
it in ``invalidation``.
"""
