"""Says where the names in a tree's sources lead, and how sure that is.

``modules`` has what each file defines, ``visibility`` what includes and packages let a file see,
``tree`` both and the imports. ``meanings`` follows expressions: by their kinds it asks
``bindings``, ``free_names``, ``imported``, ``members``, ``spaces`` and ``values``, which ask it in
turn. ``link`` makes the links and uses of a tree of it.

Of a large tree few files are held: the others are looked up in their ``faces``. ``kept`` is what
the next build gets of the links; ``given`` says what the links of other files can depend on in a
file, and ``relink`` finds from that which links an edit may have changed.
"""
