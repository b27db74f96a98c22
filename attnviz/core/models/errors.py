"""What goes wrong with a checkpoint, in words for the person who chose it."""


class ModelError(ValueError):
    """The folder cannot be used as a model. The message names the file and what is wrong with it."""


class Cancelled(Exception):
    """Loading was stopped on request: nothing went wrong."""
