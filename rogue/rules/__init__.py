"""The game's rules: functions that take the world first, the only code that changes it during play."""
