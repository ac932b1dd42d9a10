"""Manual control, which turns the keys that a person types into choices like the agent's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.item_knowledge import CLASSES
from rogomatic.agent.beliefs.model import Action, Beliefs, Verb
from rogomatic.agent.beliefs.terrain_map import FLOOR, KEY_OF, PASSAGE
from rogomatic.agent.editions import Edition
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.experts.movement import RUN_COUNT
from rogomatic.agent.sight.prompt_parser import Kind
from rogue.shared.wording import key_name

RUNG: Final = "a person plays"
_MAX_COUNT: Final = 255
_MOST_DIGITS: Final = 9
_ESCAPE: Final = "\x1b"
_GO_ON: Final = " \r\n\x1b"  # read a --More--, or a page
_STEP_OF: Final = {key.decode(): step for step, key in KEY_OF.items()}
_ARROWS: Final = {
    "KEY_LEFT": "h", "KEY_DOWN": "j", "KEY_UP": "k", "KEY_RIGHT": "l",
    "KEY_HOME": "y", "KEY_PGUP": "u", "KEY_END": "b", "KEY_PGDOWN": "n",
    "KEY_SLEFT": "H", "KEY_SDOWN": "J", "KEY_SUP": "K", "KEY_SRIGHT": "L",
    "KEY_SHOME": "Y", "KEY_SPGUP": "U", "KEY_SEND": "B", "KEY_SPGDOWN": "N",
}  # fmt: skip
# Options that the agent counts on, programs that draw over the game, and what shows the last message or
# the screen again: the answer to the marker would be taken for a new one.
_OFF_LIMITS: Final = "o!\x1a\x10\x12"

_CONTROL_RUNS: Final = "\b\n\x0b\x0c\x19\x15\x02\x0e"
_WORDS: Final = {
    "h": "walk, or fight", "H": "run", "m": "move without picking things up", "f": "fight in a direction",
    ">": "go down", "<": "go up", "s": "search", ".": "rest", " ": "rest", "q": "quaff a potion",
    "r": "read a scroll", "e": "eat", "w": "wield a weapon", "W": "wear armor", "T": "take armor off",
    "P": "put on a ring", "R": "remove a ring", "t": "throw", "z": "zap a wand", "p": "zap in a direction",
    "d": "drop", "i": "list the pack", "I": "list one thing", "c": "name a kind of thing",
    "D": "list discoveries", "/": "explain a symbol", "^": "identify a trap", "Q": "quit the game",
}  # fmt: skip
_NAMES: Final = {"h": "arrows or hjklyubn", "H": "Shift with these", "f": "f, F", " ": "space"}
# Actions with a thing of the pack -> its class, "" for any
_OF_THINGS: Final[dict[Verb, str]] = {
    "quaff": "potion", "read": "scroll", "eat": "food", "zap": "stick", "wear": "armor", "put on": "ring",
    "wield": "", "throw": "", "drop": "",
}  # fmt: skip
_REPEATED: Final = frozenset("hjklyubns.tzrq") | {" ", "p"}
_ASKS: Final = {
    "d": "which direction?", "i": "which thing? (its letter; * shows the pack)", "k": "which symbol?",
    "h": "left or right hand? (l, r)", "n": "what name? (Return ends it)", "y": "really? (y, n)",
}  # fmt: skip
# What the game waits for -> the person's argument.
_PROMPTS: Final[dict[Kind, str]] = {
    "item": "i",
    "direction": "d",
    "call": "n",
    "hand": "h",
    "monster": "k",
    "yes": "y",
}


class KeyCommand(NamedTuple):
    """A command key, with its purpose and its arguments.

    wants  a letter for each argument: d for a direction; i for a pack letter; k for any key; h for a hand;
           n for a name that ends with return; y for yes or no
    says   beginning of the question for an argument
    """

    verb: Verb
    wants: str = ""
    says: str = ""


_WALK: Final = KeyCommand("walk")
_FIGHT: Final = KeyCommand("fight", "d", "fight")
_ASK: Final = KeyCommand("ask")
_COMMANDS: Final[dict[str, KeyCommand | None]] = {
    **dict.fromkeys("hjklyubnHJKLYUBN" + _CONTROL_RUNS, _WALK),
    "m": KeyCommand("walk", "d", "move in"),
    "f": _FIGHT, "F": _FIGHT,
    "t": KeyCommand("throw", "di", "throw"),
    "z": KeyCommand("zap", "di", "zap"),
    "q": KeyCommand("quaff", "i", "quaff"),
    "r": KeyCommand("read", "i", "read"),
    "e": KeyCommand("eat", "i", "eat"),
    "w": KeyCommand("wield", "i", "wield"),
    "W": KeyCommand("wear", "i", "wear"),
    "T": KeyCommand("strip"),
    "P": KeyCommand("put on", "ih", "put on"),
    "R": KeyCommand("remove", "h", "remove"),
    "d": KeyCommand("drop", "i", "drop"),
    "s": KeyCommand("search"),
    ".": KeyCommand("wait"), ",": KeyCommand("wait"),
    ">": KeyCommand("down"),
    "<": KeyCommand("up"),
    "i": KeyCommand("stock"),
    "I": KeyCommand("ask", "i", "look at"),
    "c": KeyCommand("ask", "in", "name:"),
    "D": KeyCommand("ask", "k", "list (! ? = / *):"),
    "/": KeyCommand("ask", "k", "explain"),
    "^": KeyCommand("ask", "d", "identify the trap in"),
    **dict.fromkeys(")]=@v", _ASK),
    "Q": KeyCommand("quit", "y", "quit the game:"),
}  # fmt: skip
_OLD: Final[dict[str, KeyCommand | None]] = {  # None: no such key
    **dict.fromkeys("mF,)]=@" + _CONTROL_RUNS),
    "f": KeyCommand("walk", "d", "run"),
}
_KEYS: Final[dict[Edition, dict[str, KeyCommand | None]]] = {
    "5.4": _COMMANDS,
    "5.2": {**_COMMANDS, **_OLD},
    "3.6": {
        **_COMMANDS, **_OLD, **dict.fromkeys(".D^"),
        " ": KeyCommand("wait"),
        "z": KeyCommand("zap", "i", "zap"),
        "p": KeyCommand("zap", "di", "zap"),
    },
}  # fmt: skip


def keys_of_game(edition: Edition) -> list[tuple[str, str]]:
    """Return a pair (keys, meaning) for each command of an edition."""
    known = _KEYS[edition]
    keys = [(_NAMES.get(key, key), words) for key, words in _WORDS.items() if known.get(key) is not None]
    return [*keys, ("a", "repeat the last command")]


@dataclass(slots=True)
class ManualControl:
    """The command that a person is typing.

    prompt      question for the next argument; "" at the start of a command
    notice      why the last key was refused; "" if there is nothing to say about the key
    shows_pack  whether the person wants to see the pack

    A command is sent with its arguments and the marker, as the agent sends its own commands.  Therefore the
    agent reads the result as if the agent had chosen the command.
    """

    prompt: str = ""
    notice: str = ""
    shows_pack: bool = False
    _count: str = ""
    _key: str = ""
    _typed: str = ""
    _wants: str = ""
    _again: tuple[bytes, Action] | None = None
    _doubtful: bool = False  # the last command may have changed the pack without a message

    def type(self, key: str, beliefs: Beliefs, choice: Choice) -> Choice | None:
        """Take a key.  Return the choice that the key completes.

        Return None if more keys are needed or the key is refused.  `choice` is the agent's choice, which is
        used if the person does not answer a question of the game.
        """
        key = _ARROWS.get(key, key)
        self.notice, self.shows_pack = "", False
        if len(key) != 1 or ord(key) > 126:
            return None
        if beliefs.waiting.kind == "command":
            return self._command(key, beliefs)
        return self._answer(key, beliefs, choice)

    def doubts(self, beliefs: Beliefs) -> bool:
        """Return whether the last command may have made the beliefs about the pack wrong.

        After one call has returned True, later calls may return False until there is another such command.
        """
        doubtful = self._doubtful or (
            beliefs.action.verb in ("drop", "throw") and any(fact.kind == "cursed" for fact in beliefs.facts)
        )
        self._doubtful = False
        return doubtful

    def forget(self) -> None:
        """Discard a partly typed command."""
        self.prompt = self._count = self._key = self._typed = self._wants = ""

    def _command(self, key: str, beliefs: Beliefs) -> Choice | None:
        if key == _ESCAPE:
            self.forget()
        elif self._wants:
            return self._argument(key, beliefs)
        elif key.isascii() and key.isdigit():
            self._count = (self._count + key)[:_MOST_DIGITS]
            self.prompt = f"{self._count} times:"
        elif key == "a" and self._again is not None:
            return _choice(*self._again)
        elif key in _OFF_LIMITS:
            self.notice = "not while the agent watches: it relies on the game's options and messages"
        else:
            return self._begin(key, beliefs)
        return None

    def _begin(self, key: str, beliefs: Beliefs) -> Choice | None:
        command = _KEYS[beliefs.edition].get(key)
        if command is None and key in " \n":
            self.notice = "the game is not asking anything; s searches, ? lists the keys"
            return None
        if command is None:
            self.notice = f"{key_name(key)} is not a command of this game"
            self.forget()
            return None
        self._key, self._typed = key, ""
        self._wants = _wanted(key, command, beliefs)
        self.shows_pack = key == "i"
        return self._ask(beliefs)

    def _argument(self, key: str, beliefs: Beliefs) -> Choice | None:
        wanted = self._wants[0]
        if wanted == "i" and key == "*":
            self.shows_pack = True
            return None
        if not _fits(wanted, key):
            self.notice = "that key does not answer the question; Escape cancels the command"
            return None
        if wanted == "n" and key != "\n":
            self._typed = self._typed[:-1] if key == "\b" else self._typed + key
            self.prompt = f"{_ASKS['n']} {self._typed[1:]}"
            return None
        self._typed += key
        self._wants = self._wants[1:]
        if self._wants == "n" and not _is_nameless(beliefs, key):
            self._wants = ""
        return self._ask(beliefs)

    def _ask(self, beliefs: Beliefs) -> Choice | None:
        """Ask for the next argument.  If no argument is missing, return the whole command."""
        if self._wants:
            self.prompt = f"{_known(beliefs, self._key).says} {_ASKS[self._wants[0]]}"
            return None
        count = min(int(self._count or 1) or 1, _MAX_COUNT)  # the game ignores a count of 0
        times = count if self._key in _REPEATED else 1
        keys = (str(times) if times > 1 else "") + self._key + self._typed
        action = _action(beliefs, self._key, self._typed, times)
        thing = beliefs.pack.get(action.letter)
        self._doubtful = self._key == "c" or (thing is not None and thing.use != "")
        self.forget()
        self._again = keys.encode(), action
        return _choice(keys.encode(), action)

    def _answer(self, key: str, beliefs: Beliefs, choice: Choice) -> Choice | None:
        """Return the answer to the game's question.  Return None if the key does not complete an answer.

        If the person declines to answer, or if there is no known question, return the agent's `choice`.
        """
        kind = beliefs.waiting.kind
        if kind == "more" or kind not in _PROMPTS:
            return choice if key in _GO_ON else None
        wanted = _PROMPTS[kind]
        if key == _ESCAPE or (key == "\n" and not self._typed):
            self.forget()
            return choice
        self.prompt = f"{_ASKS[wanted]} Return takes the agent's answer."
        if wanted == "n" and key != "\n":
            self._typed = self._typed[:-1] if key == "\b" else self._typed + key
            self.prompt = f"{_ASKS[wanted]} {self._typed}"
            return None
        if not _fits(wanted, key):
            return None
        keys = "\b" * len(beliefs.waiting.detail) + self._typed + "\n" if wanted == "n" else key
        self.forget()
        return _choice(keys.encode(), Action("answer"))


def check_inventory() -> Choice:
    """Return a choice that lists the pack, because the person may have changed it."""
    because = "the person may have changed the pack"
    return Choice("check the inventory", Act(b"i", because, Action("stock")))


def _choice(keys: bytes, action: Action) -> Choice:
    return Choice(RUNG, Act(keys, "the person at the keyboard chose it", action))


def _fits(wanted: str, key: str) -> bool:
    """Return whether a key is valid as an argument of the kind `wanted` (see `KeyCommand.wants`)."""
    if wanted == "d":
        return key in _STEP_OF
    if wanted == "i":
        return "a" <= key <= "z"
    if wanted == "h":
        return key in "lr"
    if wanted == "y":
        return key in "yn"
    return " " <= key <= "~" or (wanted == "n" and key in "\n\b")


def _wanted(key: str, command: KeyCommand, beliefs: Beliefs) -> str:
    """Return a letter for each argument that the game will ask for, as in `KeyCommand.wants`.

    If the game will refuse the command at once or will not ask, return "", because the game would read
    arguments as commands.
    """
    rings = beliefs.rings()
    if key == "W" and beliefs.worn() is not None and beliefs.edition == "5.4":
        return ""
    held = beliefs.wielded()
    if key == "w" and held is not None and held[0] in beliefs.cursed:
        return ""
    if key == "d" and (
        beliefs.me.spot in beliefs.level.ignored
        or beliefs.level.code[beliefs.me.spot] not in (FLOOR, PASSAGE)
    ):
        return ""
    if key == "P":
        return "ih" if not rings else "i"
    if key == "R":
        return "h" if len(rings) == 2 else ""
    return command.wants


def _is_nameless(beliefs: Beliefs, letter: str) -> bool:
    """Return whether the game will ask for a name for the item with this letter."""
    thing = beliefs.pack.get(letter)
    return thing is not None and thing.kind in CLASSES and not thing.name


def _action(beliefs: Beliefs, key: str, typed: str, times: int) -> Action:
    command = _known(beliefs, key)
    verb = command.verb
    direction = typed[:1] if command.wants[:1] == "d" else key
    step = _STEP_OF.get(_plain(direction), 0) if verb in ("walk", "fight", "throw", "zap") else 0
    if verb == "walk":
        if key in _STEP_OF or key == "m":
            ahead = beliefs.me.spot + step
            return Action("fight" if ahead in beliefs.foes.seen and times == 1 else "walk", step, times)
        return Action("walk", step, RUN_COUNT)
    if verb == "strip":
        worn = beliefs.worn()
        return Action("strip", letter=worn[0] if worn else "")
    letter = typed[-1:] if command.wants[-1:] == "i" else typed[:1] if verb == "put on" else ""
    if verb in _OF_THINGS and not _suits(beliefs, verb, letter):
        return Action("ask")
    return Action(verb, step, times, letter)


def _suits(beliefs: Beliefs, verb: Verb, letter: str) -> bool:
    """Return whether the game accepts the item with this letter for this verb."""
    thing = beliefs.pack.get(letter)
    if thing is None or (letter in beliefs.cursed and verb in ("drop", "throw")):
        return False
    return _OF_THINGS[verb] in ("", thing.kind)


def _known(beliefs: Beliefs, key: str) -> KeyCommand:
    command = _KEYS[beliefs.edition][key]
    assert command is not None
    return command


def _plain(key: str) -> str:
    """`key` makes the hero walk or run in a direction.

    Return the key that makes the hero walk in that direction.
    """
    return chr(ord(key) | 0x60) if len(key) == 1 and (key < " " or key.isupper()) else key
