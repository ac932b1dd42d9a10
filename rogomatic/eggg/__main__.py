"""Start the program `eggg`."""

from rogue.shared.import_path import forget_current_folder

forget_current_folder()  # before files there can stand in for what is imported from here on

import sys  # noqa: E402

from rogue.shared.program_start import run_quietly  # noqa: E402


def main() -> int:
    """Run the command line and return its exit code."""
    return run_quietly("rogomatic.eggg.eggg_command_line")


if __name__ == "__main__":
    sys.exit(main())
