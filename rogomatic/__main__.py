"""Start `rogomatic`."""

from rogue.shared.import_path import forget_current_folder

forget_current_folder()  # so that files there cannot replace later imports

import sys  # noqa: E402

from rogue.shared.program_start import run_quietly  # noqa: E402


def main() -> int:
    """Run the command line of `rogomatic`, and return its exit code."""
    return run_quietly("rogomatic.cli")


if __name__ == "__main__":
    sys.exit(main())
