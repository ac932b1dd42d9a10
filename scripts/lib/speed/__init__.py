"""How fast the parts and whole games go."""
