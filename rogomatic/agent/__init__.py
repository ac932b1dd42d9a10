"""The agent: bytes of a screen in, keys out."""
