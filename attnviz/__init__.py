"""attnviz: see how attention works, with every number computed."""

__version__ = "0.1.0"
