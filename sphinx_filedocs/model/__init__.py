"""The types of the results of the analysis; all other packages use them.

Paths are POSIX, relative to the root of their tree; the root folder is ``""``. Lines are 1-based
and spans include their last line. Everything here is immutable and picklable.
"""
