"""Inner loops that exist a second time for the compiled build."""
