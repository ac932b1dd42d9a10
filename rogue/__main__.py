"""`python -m rogue`."""

from rogue.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
