"""The report of a run: one page for a browser, with all that it needs inside.

`assets` holds the page's own style and script, and asciinema-player 3.17.0 (Apache License 2.0, beside it)
as its package on npm has it.
"""
