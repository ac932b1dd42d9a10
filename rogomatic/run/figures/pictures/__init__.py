"""Pictures of runs: what they show (figures), drawn (draw), or as plain text (plain)."""
