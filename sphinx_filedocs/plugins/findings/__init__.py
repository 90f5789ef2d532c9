"""Our own rules of findings."""
