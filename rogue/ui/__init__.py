"""The player's interface: keys in, bytes out."""
