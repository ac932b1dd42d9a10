"""The game's rules: functions that take the world as first argument to change it during play."""
