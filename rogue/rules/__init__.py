"""The game's rules: functions that take the world first and alone change it during play."""
