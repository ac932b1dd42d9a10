"""The game's rules: functions that change the world during play."""
