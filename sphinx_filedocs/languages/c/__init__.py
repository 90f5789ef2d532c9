"""C and what its relatives share with it."""
