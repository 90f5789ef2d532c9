"""What lies in a tree: its files, who owns them, what Git and manifests say of them."""
