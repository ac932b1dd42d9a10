"""Panels: what a watcher is shown of the agent's mind, one pure function each (panel_registry.PANELS)."""
