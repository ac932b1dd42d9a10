"""The perception of monsters that think: sight, paths, sound, scent, cover (VMN)."""
