"""The content of a tree: its files, their owners, and data from Git and manifests."""
