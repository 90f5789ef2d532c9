"""What is known of a whole tree, in memory and on disk: its files, links, graph."""
