"""Panels: what a watcher is shown of the agent's mind, one pure function per panel, in table.PANELS."""
