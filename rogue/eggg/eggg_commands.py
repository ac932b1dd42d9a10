"""The commands of `eggg` that read descriptions."""

from __future__ import annotations

import argparse

from rogue.shared.command_lines import Commands


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the commands; each returns its exit code and raises EgggError."""
