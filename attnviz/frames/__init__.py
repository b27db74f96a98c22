"""The frames of the board, one file each; a file here is registered by being here."""
