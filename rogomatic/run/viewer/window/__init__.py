"""The watcher's window: cells, looks, the terminal, the layout, frames and pace; for all who show a game."""
