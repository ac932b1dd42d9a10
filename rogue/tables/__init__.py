"""The game's facts as constant tables, with one row per kind."""
