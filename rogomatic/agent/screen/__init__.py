"""The terminal: from bytes to cells."""
