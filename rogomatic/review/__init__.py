"""Review of a played game: what each move that mattered has cost."""
