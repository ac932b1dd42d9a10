"""Windows for a person: watching, replaying, a running batch, explanations."""
