"""The vocabulary of everything else: what the analysis finds and what the pages show.

Paths are POSIX, relative to the root of their tree; the root folder is ``""``.
Lines are 1-based and spans include their last line. Everything here is
immutable and picklable.
"""
