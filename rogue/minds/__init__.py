"""What monsters that think perceive: sight, ways, sound, scent, cover (VMN)."""
