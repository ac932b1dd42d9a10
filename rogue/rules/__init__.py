"""The game's rules: the functions that change the world during play, with the world as first argument."""
