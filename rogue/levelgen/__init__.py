"""Level generation: rooms, passages, contents."""
