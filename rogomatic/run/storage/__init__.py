"""What is kept: runs, memories and knobs as files, whole or not there."""
