"""Read and write indexes in SCIP: links by compilers."""
