"""Keys in, bytes out: input modes, the picture the player sees, and the wire."""
