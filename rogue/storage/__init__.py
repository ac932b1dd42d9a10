"""What the game keeps on disk: a module per kind of file, and where each lies."""
