"""The rules engine: checked statements in, a playable game out."""
