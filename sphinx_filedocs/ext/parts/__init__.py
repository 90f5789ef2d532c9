"""Trees that are divided among several projects. Nothing outside of this folder asks whether a tree
is: a site says which pages this project has, and the others are external."""
