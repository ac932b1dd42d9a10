"""Functions that keep the current folder out of the import paths of our processes."""

# Both programs use this module.  It imports only modules that Python has loaded already, because the current
# folder may hold files with the names of modules.

import os
import site
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_VARIABLES = ("PYTHONPATH", "PYTHONSAFEPATH")


def forget_current_folder() -> None:
    """Reduce this process's import path to its `trusted` entries."""
    sys.path[:] = trusted(sys.path)


def trusted(entries: list[str]) -> list[str]:
    """Return an import path without the current folder and without the relative folders in PYTHONPATH.

    The folders of our packages and of the installed Python stay, even if one of them is the current folder.
    """
    foreign = {_real(entry) for entry in ("", *_relative_entries())}
    own = {_real(entry) for entry in (PACKAGES, *_installed())}
    return [entry for entry in entries if os.path.isabs(entry) and _real(entry) not in foreign - own]


def own_environment() -> dict[str, str]:
    """Return environment variables that let another Python import only trusted modules."""
    entries = [entry for entry in trusted(sys.path) if os.pathsep not in entry]  # not nameable
    return {"PYTHONPATH": os.pathsep.join(entries), "PYTHONSAFEPATH": "1"}


def start_process(
    context: "BaseContext", target: "Callable[..., object]", *arguments: object, packages: str | None = None
) -> "BaseProcess":
    """Start a daemon process of multiprocessing that calls `target`, and return the process.

    `target` and its arguments must be picklable, unless the context forks.  The new process gets the
    environment of the current process.  It imports nothing from the current folder, unless the main module is
    in that folder.  If `packages` is given, the new process imports our packages from the folder `packages`.
    """
    before = {name: os.environ.get(name) for name in _VARIABLES}
    path = list(sys.path)
    kept = {*trusted(path), *filter(os.path.isabs, path[:1] if _is_main_folder(path[0]) else ())}
    process: BaseProcess = context.Process(  # type: ignore[attr-defined]
        target=_run, args=(before, target, *arguments), daemon=True
    )
    os.environ.update(own_environment())
    sys.path[:] = [*filter(None, [packages]), *(entry for entry in path if entry in kept)]
    try:
        process.start()
    finally:
        sys.path[:] = path
        _put_back(before)
    return process


def _run(variables: "dict[str, str | None]", target: "Callable[..., object]", *arguments: object) -> None:
    """Call `target` in a new process, with the parent's environment variables."""
    _put_back(variables)
    target(*arguments)


def _put_back(variables: "dict[str, str | None]") -> None:
    for name, text in variables.items():
        if text is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = text


def _is_main_folder(entry: str) -> bool:
    """Return whether `entry` is the folder from which the main module was imported."""
    main = sys.modules["__main__"]
    file, spec = getattr(main, "__file__", None), getattr(main, "__spec__", None)
    if file is None:
        return False
    above = os.path.dirname(file)
    for _ in range(spec.name.count(".") if spec is not None else 0):
        above = os.path.dirname(above)
    return _real(above) == _real(entry)


def _relative_entries() -> list[str]:
    """Return the relative entries of PYTHONPATH, as they are written there."""
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [entry for entry in entries if not os.path.isabs(entry)]


def _installed() -> list[str]:
    library = os.path.dirname(os.__file__)
    return [
        library,
        os.path.join(library, "lib-dynload"),
        *site.getsitepackages(),
        site.getusersitepackages(),
    ]


def _real(entry: str) -> str:
    """Return an absolute path without symbolic links."""
    try:
        return os.path.realpath(entry or os.curdir)
    except OSError:  # the current folder was removed
        return entry
