"""A package, so that its browser ends with its last test: what other tests fork would hold the
browser's pipe open, and its event loop would run beside theirs."""
