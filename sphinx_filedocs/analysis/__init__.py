"""The pure core: reads a source tree and returns facts; never imports Sphinx or docutils."""
