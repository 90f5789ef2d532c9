"""Read and write indexes in SCIP, which hold the links that compilers know."""
