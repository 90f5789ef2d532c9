"""Indexes in SCIP, the format in which compilers and language servers say where names of sources
lead (https://github.com/sourcegraph/scip): theirs are read, and ours are written."""
