"""Says why it does not play, and leaves."""

import sys

sys.exit("Sorry, the dungeon is closed on Sundays.")
