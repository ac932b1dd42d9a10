"""The game's facts as constant tables, one row per kind."""
