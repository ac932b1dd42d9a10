"""What pyproject.toml cannot say of the build: trained files, and the optional compiled build."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Final

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SWITCH: Final = "ROGUE_COMPILE"
PROGRESS: Final = "ROGUE_COMPILE_PROGRESS"  # names a file for the per cent of C files that are compiled
# Of Python into C, in a release whose registry is as `add_helpers` needs it; of many C files at a
# time; and what is imported by modules beside the compiled ones, whose types the first one reads.
COMPILERS: Final = ("mypy>=2.4,<2.5", "pybind11>=2.10", "numpy>=1.24", "blessed>=1.20")
# Folders and modules that are compiled: the game and the agent between keys and bytes.
COMPILED: Final = (
    *("rogue/shared/errors.py", "rogue/tables", "rogue/state", "rogue/levelgen", "rogue/minds"),
    *("rogue/rules", "rogue/ui", "rogomatic/agent", "rogomatic/agent/kernels", "rogomatic/agent/screen"),
    *("rogomatic/agent/sight", "rogomatic/agent/beliefs", "rogomatic/agent/engine"),
    *("rogomatic/agent/think", "rogomatic/agent/think/ground", "rogomatic/agent/think/fight"),
    *("rogomatic/agent/think/items", "rogomatic/agent/experts"),
    "rogomatic/agent/memory/monster_estimates.py",
    *("rogomatic/run/runner/link.py", "rogomatic/run/runner/exchange_loop.py"),
    "rogomatic/run/runner/seldom_hook.py",
    *("rogue/eggg/rules/scene.py", "rogue/eggg/rules/movements.py", "rogue/eggg/rules/legal_moves.py"),
    *("rogue/eggg/rules/game_engine.py", "rogue/eggg/puzzles/puzzle_engine.py", "rogomatic/eggg/playouts.py"),
)
# C for mypyc, which boxes numbers that index a byte array or are looked up in a set or a dictionary.  Here
# byte arrays are indexed natively, and each square is boxed once only, so that lookups find it by identity.
# Sums use the processor's test of overflow, also for products of negative numbers.  Lists, floats, and truth
# values of the usual kinds are read without a call into another library.
HELPERS: Final = """
#include <CPy.h>

#define KEPT_NUMBERS 2048
#define SHARED __attribute__((weak, visibility("hidden")))
PyObject *kept_numbers[KEPT_NUMBERS] SHARED;

SHARED __attribute__((noinline, cold)) PyObject *keep(CPyTagged number)
{
    return Py_NewRef(kept_numbers[number >> 1] = CPyTagged_StealAsObject(number));
}

SHARED PyObject *boxed(CPyTagged number)
{
    if (CPyTagged_CheckLong(number) || number >> 1 >= KEPT_NUMBERS)
        return CPyTagged_StealAsObject(number);
    PyObject *kept = kept_numbers[number >> 1];
    return likely(kept != NULL) ? Py_NewRef(kept) : keep(number);
}
#define CPyTagged_StealAsObject boxed

static inline int are_short(CPyTagged left, CPyTagged right)
{
    return CPyTagged_CheckShort(left | right);
}

#define EXACT(name, builtin, otherwise)                                     \\
    static inline CPyTagged name(CPyTagged left, CPyTagged right)           \\
    {                                                                       \\
        Py_ssize_t found;                                                   \\
        int is_over = builtin((Py_ssize_t)left, (Py_ssize_t)right, &found); \\
        if (likely(are_short(left, right) && !is_over))                     \\
            return found;                                                   \\
        return otherwise(left, right);                                      \\
    }
EXACT(sum_of, __builtin_add_overflow, CPyTagged_Add_)
EXACT(difference, __builtin_sub_overflow, CPyTagged_Subtract_)
#define CPyTagged_Add sum_of
#define CPyTagged_Subtract difference

static inline CPyTagged product(CPyTagged left, CPyTagged right)
{
    Py_ssize_t found, factor = (Py_ssize_t)right >> 1;
    int is_over = __builtin_mul_overflow((Py_ssize_t)left, factor, &found);
    if (likely(are_short(left, right) && !is_over))
        return found;
    return CPyTagged_Multiply_(left, right);
}
#define CPyTagged_Multiply product

static inline char equals_literal(PyObject *text, PyObject *literal, Py_ssize_t length)
{
    if (text == literal)
        return 1;
    return PyUnicode_GET_LENGTH(text) == length && CPyStr_EqualLiteral(text, literal, length);
}
#define CPyStr_EqualLiteral equals_literal

static inline double float_of(PyObject *number)
{
    return PyFloat_CheckExact(number) ? PyFloat_AS_DOUBLE(number) : PyFloat_AsDouble(number);
}
#define PyFloat_AsDouble float_of

SHARED int truth_of(PyObject *thing)
{
    if (PyBytes_CheckExact(thing) || PyList_CheckExact(thing))
        return Py_SIZE(thing) != 0;
    if (PyAnySet_CheckExact(thing))
        return PySet_GET_SIZE(thing) != 0;
    return thing == Py_True ? 1 : thing == Py_None || thing == Py_False ? 0 : PyObject_IsTrue(thing);
}
#define PyObject_IsTrue truth_of

SHARED int set_item(PyObject *within, PyObject *key, PyObject *value)
{
    Py_ssize_t start, stop, step;
    if (!PyByteArray_CheckExact(within) || !PySlice_Check(key) || !PyBytes_CheckExact(value))
        return PyObject_SetItem(within, key, value);
    if (PySlice_Unpack(key, &start, &stop, &step) < 0)
        return -1;
    if (PySlice_AdjustIndices(Py_SIZE(within), &start, &stop, step) != Py_SIZE(value) || step != 1)
        return PyObject_SetItem(within, key, value);
    memcpy(PyByteArray_AS_STRING(within) + start, PyBytes_AS_STRING(value), Py_SIZE(value));
    return 0;
}
#define PyObject_SetItem set_item

#ifndef Py_GIL_DISABLED
static inline int is_within(PyObject *list, CPyTagged index)
{
    return CPyTagged_CheckShort(index) && (size_t)(index >> 1) < (size_t)PyList_GET_SIZE(list);
}

static inline PyObject *list_item(PyObject *list, CPyTagged index)
{
    if (unlikely(!is_within(list, index)))
        return CPyList_GetItem(list, index);
    return Py_NewRef(PyList_GET_ITEM(list, index >> 1));
}
#define CPyList_GetItem list_item

static inline PyObject *lent_item(PyObject *list, CPyTagged index)
{
    if (unlikely(!is_within(list, index)))
        return CPyList_GetItemBorrow(list, index);
    return PyList_GET_ITEM(list, index >> 1);
}
#define CPyList_GetItemBorrow lent_item

static inline bool set_list_item(PyObject *list, CPyTagged index, PyObject *value)
{
    if (unlikely(!is_within(list, index)))
        return CPyList_SetItem(list, index, value);
    PyObject *old = PyList_GET_ITEM(list, index >> 1);
    PyList_SET_ITEM(list, index >> 1, value);
    Py_DECREF(old);
    return true;
}
#define CPyList_SetItem set_list_item

SHARED int append(PyObject *list, PyObject *value)
{
    Py_ssize_t size = Py_SIZE(list);
    if (unlikely(size >= ((PyListObject *)list)->allocated))
        return PyList_Append(list, value);
    PyList_SET_ITEM(list, size, Py_NewRef(value));
    Py_SET_SIZE((PyVarObject *)list, size + 1);
    return 0;
}
#define PyList_Append append

SHARED PyObject *joined(PyObject *between, PyObject *parts)
{
    Py_ssize_t size = 0, count = PyList_CheckExact(parts) && !PyBytes_GET_SIZE(between) ? Py_SIZE(parts) : 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        PyObject *part = PyList_GET_ITEM(parts, at);
        if (!PyBytes_CheckExact(part))
            return CPyBytes_Join(between, parts);
        size += PyBytes_GET_SIZE(part);
    }
    if (count < 2)
        return CPyBytes_Join(between, parts);
    PyObject *whole = PyBytes_FromStringAndSize(NULL, size);
    for (Py_ssize_t at = 0, place = 0; whole != NULL && at < count; at++) {
        PyObject *part = PyList_GET_ITEM(parts, at);
        memcpy(PyBytes_AS_STRING(whole) + place, PyBytes_AS_STRING(part), PyBytes_GET_SIZE(part));
        place += PyBytes_GET_SIZE(part);
    }
    return whole;
}
#define CPyBytes_Join joined
#endif

SHARED PyObject *bytes_of(PyObject *array)
{
    return PyBytes_FromStringAndSize(PyByteArray_AS_STRING(array), PyByteArray_GET_SIZE(array));
}

SHARED PyObject *array_of(PyObject *thing)
{
    if (PyByteArray_CheckExact(thing))
        return PyByteArray_FromStringAndSize(PyByteArray_AS_STRING(thing), PyByteArray_GET_SIZE(thing));
    if (PyBytes_CheckExact(thing))
        return PyByteArray_FromStringAndSize(PyBytes_AS_STRING(thing), PyBytes_GET_SIZE(thing));
    return PyByteArray_FromObject(thing);
}
#define PyByteArray_FromObject array_of

SHARED CPyTagged last_place(PyObject *text, PyObject *part)
{
    Py_ssize_t place = PyBytes_GET_SIZE(text), size = PyBytes_GET_SIZE(part);
    for (place -= size; place >= 0; place--)
        if (!memcmp(PyBytes_AS_STRING(text) + place, PyBytes_AS_STRING(part), size))
            break;
    return place < 0 ? CPyTagged_ShortFromInt(-1) : CPyTagged_ShortFromSsize_t(place);
}

SHARED PyObject *encoded(PyObject *text, PyObject *name, PyObject *errors)
{
    if (name == NULL || PyUnicode_GET_LENGTH(name) != 5 || memcmp(PyUnicode_DATA(name), "ascii", 5))
        return CPy_Encode(text, name, errors);
    if (!PyUnicode_IS_ASCII(text))
        return CPy_Encode(text, name, errors);
    return PyBytes_FromStringAndSize(PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text));
}
#define CPy_Encode encoded

SHARED PyObject *in_order(PyObject *things)
{
    CPyTagged numbers[16];
    PyObject *list = PySequence_List(things), **items = list ? ((PyListObject *)list)->ob_item : NULL;
    Py_ssize_t size = list ? Py_SIZE(list) : 0, at = 0;
    for (; at < size && size <= 16 && PyLong_CheckExact(items[at]); at++) {
        PyObject *item = items[at];
        CPyTagged number = CPyTagged_BorrowFromObject(item);
        Py_ssize_t place = at;
        if (!CPyTagged_CheckShort(number))
            break;
        for (; place > 0 && (Py_ssize_t)numbers[place - 1] > (Py_ssize_t)number; place--) {
            numbers[place] = numbers[place - 1];
            items[place] = items[place - 1];
        }
        numbers[place] = number;
        items[place] = item;
    }
    if (list != NULL && at < size && PyList_Sort(list) < 0)
        Py_CLEAR(list);
    return list;
}
#define CPySequence_Sort in_order

// Named tuples made with all their fields are made here, instead of by the Python function `__new__`.
PyObject *field_names SHARED;
SHARED PyObject *called(PyObject *what, PyObject *const *args, size_t flags, PyObject *names)
{
    PyTypeObject *type = (PyTypeObject *)what;
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    if (likely(!PyType_Check(what)) || type->tp_base != &PyTuple_Type || names != NULL)
        return PyObject_Vectorcall(what, args, flags, names);
    if (field_names == NULL && (field_names = PyUnicode_InternFromString("_fields")) == NULL)
        return NULL;
    PyObject *fields = PyDict_GetItem(type->tp_dict, field_names);
    if (fields == NULL || !PyTuple_Check(fields) || PyTuple_GET_SIZE(fields) != count)
        return PyObject_Vectorcall(what, args, flags, names);
    PyObject *made = type->tp_alloc(type, count);
#if PY_VERSION_HEX >= 0x030E0000
    if (made != NULL)
        ((PyTupleObject *)made)->ob_hash = -1;  // not known yet; 0 would be taken for the hash
#endif
    for (Py_ssize_t at = 0; made != NULL && at < count; at++)
        PyTuple_SET_ITEM(made, at, Py_NewRef(args[at]));
    return made;
}
#define PyObject_Vectorcall called

static inline PyObject *called_with(PyObject *what, PyObject *args)
{
    return called(what, &PyTuple_GET_ITEM(args, 0), PyTuple_GET_SIZE(args), NULL);
}
#define PyObject_CallObject called_with

static PyObject *boxed_native(long long number)
{
    return 0 <= number && number < KEPT_NUMBERS ? boxed((CPyTagged)number << 1) : PyLong_FromLongLong(number);
}
#define PyLong_FromLongLong boxed_native

static inline Py_ssize_t byte_place(PyObject *array, CPyTagged index)
{
    Py_ssize_t size = Py_SIZE(array);
    Py_ssize_t place = CPyTagged_CheckShort(index) ? CPyTagged_ShortAsSsize_t(index) : size;
    if (place < 0)
        place += size;
    if (0 <= place && place < size)
        return place;
    PyErr_SetString(PyExc_IndexError, "bytearray index out of range");
    return -1;
}

static inline CPyTagged byte_at(PyObject *array, CPyTagged index)
{
    Py_ssize_t place = byte_place(array, index);
    return place < 0 ? CPY_INT_TAG : (CPyTagged)(unsigned char)PyByteArray_AS_STRING(array)[place] << 1;
}

static inline char set_byte(PyObject *array, CPyTagged index, CPyTagged value)
{
    Py_ssize_t place = byte_place(array, index);
    if (place < 0)
        return 0;
    if (CPyTagged_CheckLong(value) || value >> 1 > 255) {
        PyErr_SetString(PyExc_ValueError, "byte must be in range(0, 256)");
        return 0;
    }
    PyByteArray_AS_STRING(array)[place] = (char)(value >> 1);
    return 1;
}
"""
# What is called only when an exception is raised is cold: the compiler moves the branches that lead there
# out of the way, so that what runs takes less room in the processor's cache.  Games are 1.03 times as fast.
COLD: Final = """
#include <Python.h>

#define COLD __attribute__((cold))
void CPy_AddTraceback(const char *, const char *, int, PyObject *) COLD;
void CPy_TypeErrorTraceback(const char *, const char *, int, PyObject *, const char *, PyObject *) COLD;
void CPy_AttributeError(const char *, const char *, const char *, const char *, int, PyObject *) COLD;
void CPy_TypeError(const char *, PyObject *) COLD;
void CPyError_OutOfMemory(void) COLD;
"""
COLD_HEADER: Final = Path("build/cold.h")
# For every file, after the flags of Python or of CFLAGS, which replaces those of Python:
ALWAYS: Final = (
    "-DNDEBUG",  # else each change of a reference count is checked, which takes 4 % of the time
    "-fwrapv",
    "-fno-stack-protector",  # generated code has nothing to protect, but many arrays of arguments
    "-fvisibility=hidden",  # calls and data within the one library need no tables: saves a tenth of the time
)
# Compiled without optimization, because games spend less than 0.1 % of their time in each of them.
SELDOM: Final = (
    *("rogue/tables", "rogue/shared/errors.py", "rogue/state/serialize.py", "rogue/state/checksum.py"),
    *("rogue/levelgen/new_game.py", "rogue/rules/arrival.py", "rogue/rules/equipment.py"),
    *("rogue/rules/item_names.py", "rogue/rules/mind_acts.py", "rogue/rules/mind_lore.py"),
    *("rogue/rules/monster_death.py", "rogue/rules/monster_specials.py", "rogue/rules/pack.py"),
    *("rogue/rules/potions.py", "rogue/rules/projectiles.py", "rogue/rules/scoring.py"),
    *("rogue/rules/redraw.py", "rogue/rules/redraw_kinds.py", "rogue/rules/scrolls.py"),
    *("rogue/rules/wands.py", "rogue/rules/wizard_mode.py"),
    *("rogue/ui/end_screens.py", "rogue/ui/help.py", "rogue/ui/info_commands.py", "rogue/ui/journal.py"),
    *("rogue/ui/journal_sessions.py", "rogue/ui/keyboard.py", "rogue/ui/keymap.py", "rogue/ui/lookout.py"),
    *("rogue/ui/options.py", "rogue/ui/pager.py", "rogue/ui/save_dialog.py", "rogue/ui/side_panel.py"),
    *("rogue/ui/travel.py", "rogue/ui/wizard.py", "rogomatic/agent/editions.py"),
    *("rogomatic/agent/knobs.py", "rogomatic/agent/ladder.py", "rogomatic/agent/monster_manual.py"),
    *("rogomatic/agent/beliefs/foe_intents.py", "rogomatic/agent/beliefs/inventory_updates.py"),
    *("rogomatic/agent/beliefs/variant_page.py", "rogomatic/agent/engine/refusals.py"),
    *("rogomatic/agent/sight/clone_words.py", "rogomatic/agent/sight/item_parser.py"),
    *("rogomatic/agent/sight/last_pages.py", "rogomatic/agent/sight/message_table.py"),
    *("rogomatic/agent/sight/page_parser.py", "rogomatic/agent/sight/variant_words.py"),
    *("rogomatic/agent/think/fight/magic_options.py", "rogomatic/agent/think/fight/position_options.py"),
    "rogue/eggg/puzzles/puzzle_engine.py",
)


def files_of(names: Iterable[str]) -> list[Path]:
    """Return the modules of some folders and files, in a fixed order."""
    found: list[Path] = []
    for name in map(Path, names):
        found += [name] if name.suffix else sorted(name.glob("*.py"))
    return [file for file in found if file.name != "__init__.py"]


def sources() -> list[str]:
    """Return the files to compile, in a fixed order."""
    return [str(file) for file in files_of(COMPILED)]


def seldom_used() -> set[str]:
    """Return the names of the C files that mypyc writes for `SELDOM`."""
    return {f"__native_{'___'.join(file.with_suffix('').parts)}.c" for file in files_of(SELDOM)}


class WithMemory(build_py):
    """Builds the packages and puts a copy of the trained files beside them; a checkout reads the folder."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            shipped = Path(self.build_lib) / "rogomatic" / "shipped"
            shutil.rmtree(shipped, ignore_errors=True)
            shutil.copytree(Path(__file__).parent / "memory", shipped)


def add_helpers(folder: Path) -> None:
    """Write `HELPERS` into the folder of mypyc's C files, and tell mypyc of them."""
    from mypyc.ir.deps import HeaderDep
    from mypyc.ir.ops import ERR_FALSE, ERR_MAGIC
    from mypyc.ir.rtypes import bit_rprimitive, bytearray_rprimitive, bytes_rprimitive, int_rprimitive
    from mypyc.primitives.registry import function_op, method_op

    folder.mkdir(exist_ok=True)
    header = folder / "helpers.h"
    header.write_text(HELPERS)
    needs = [HeaderDep(header.name)]
    at = [bytearray_rprimitive, int_rprimitive]
    method_op("__getitem__", at, int_rprimitive, "byte_at", ERR_MAGIC, dependencies=needs)
    method_op("__setitem__", [*at, int_rprimitive], bit_rprimitive, "set_byte", ERR_FALSE, dependencies=needs)
    method_op("rfind", [bytes_rprimitive] * 2, int_rprimitive, "last_place", ERR_MAGIC, dependencies=needs)
    array = [bytearray_rprimitive]
    function_op("builtins.bytes", array, bytes_rprimitive, "bytes_of", ERR_MAGIC, dependencies=needs)


class Compile(build_ext):
    """Builds what `sources` names; mypyc is asked only when it comes to that, not for the metadata."""

    def finalize_options(self) -> None:
        if self.inplace:
            raise SystemExit(f"{SWITCH} is not for editable installs: old extensions would hide the sources.")
        super().finalize_options()

    def run(self) -> None:
        """Have mypyc write the C files, and compile them."""
        from mypyc.build import mypycify

        add_helpers(Path("build"))
        COLD_HEADER.write_text(COLD)
        self.distribution.ext_modules = mypycify(sources(), opt_level="2", debug_level="0", multi_file=True)
        self.parallel = os.cpu_count()  # most extensions are one small file
        self.swig_opts = None  # a list by now, and split again
        super().finalize_options()
        super().run()

    def build_extensions(self) -> None:
        """Compile as many C files at a time as there are processors, each with its optimization."""
        from pybind11.setup_helpers import ParallelCompile

        compile_one, seldom, done = self.compiler._compile, seldom_used(), count(1)
        total = sum(len(extension.sources) for extension in self.extensions)

        def compiled(made: str, source: str, ext: str, options: list[str], *more: list[str]) -> None:
            own, *paths = more
            level = "-O0" if Path(source).name in seldom else "-O2"
            own = [*own, *ALWAYS, level, "-include", str(COLD_HEADER)]
            compile_one(made, source, ext, options, own, *paths)
            if PROGRESS in os.environ:
                Path(os.environ[PROGRESS]).write_text(f"{100 * next(done) // total}")

        self.compiler._compile = compiled
        with ParallelCompile():
            super().build_extensions()


if os.environ.get(SWITCH, "") in ("", "0"):
    setup(cmdclass={"build_py": WithMemory})
else:
    setup(
        cmdclass={"build_ext": Compile, "build_py": WithMemory},
        ext_modules=[Extension("rogue", [])],  # stands for those to come
        setup_requires=list(COMPILERS),
    )
