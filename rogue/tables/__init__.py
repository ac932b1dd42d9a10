"""The game's facts as tables: one row per kind, no behaviour, nothing that changes in play."""
