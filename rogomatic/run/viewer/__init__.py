"""Windows in which a person watches games, replays recordings, or reads explanations."""
