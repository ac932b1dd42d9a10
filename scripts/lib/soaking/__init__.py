"""What nobody should do to the programs: keys, streams, files, places, signals, games.

Each module is one part of scripts/soak, and its small form is in the suite (test_soaking).
"""
