"""Card games made from descriptions."""
