"""Games in real time, made from descriptions."""
