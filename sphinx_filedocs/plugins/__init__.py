"""Features that use only the hooks that other packages have; the core imports none of them."""
