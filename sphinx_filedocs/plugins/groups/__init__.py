"""Groups of documentation comments, as Doxygen's commands make them."""
