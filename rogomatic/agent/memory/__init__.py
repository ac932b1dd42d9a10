"""The long-term memory, which holds what earlier games taught about monsters or levels."""
