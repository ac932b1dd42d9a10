"""Recordings of games: formats, files, places in a recording, replays."""
