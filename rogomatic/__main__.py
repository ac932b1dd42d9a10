"""Run the agent's command line with `python -m rogomatic`.

Owns   nothing but the start.
Leaves everything (cli).
"""

from __future__ import annotations

import sys

from rogomatic.cli import main

if __name__ == "__main__":
    sys.exit(main())
