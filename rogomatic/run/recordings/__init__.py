"""Recordings of games: formats, files, places in them, replays."""
