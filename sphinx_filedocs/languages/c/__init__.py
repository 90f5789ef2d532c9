"""C, and the rules that its relatives share."""
