"""What is no test here: the ill-behaved games are programs, and importing one would start it."""

collect_ignore = ["misbehaving"]
