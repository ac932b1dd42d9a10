"""Recordings of games: formats, files, positions in a recording, replays."""
