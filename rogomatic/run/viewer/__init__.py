"""Windows for a person: watching, replaying, a look into a batch, explaining; their panels and terminal."""
