"""Games of a person who plays like the agent, but rests where it would fight for its life."""

from __future__ import annotations

from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.player import Player
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink, Played
from rogomatic.run.storage.agent_files import shipped_memory
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession
from rogue.ui.session import Session

MARKER = ord(";")
REST = b"9s"
OPTIONS = GAME_OPTIONS.replace("rogo-matic", "Ann")


def planted(seed: int, commands: int, mistakes: int = 1, least_pct: float = 15.0) -> tuple[str, list[int]]:
    """Return the journal of a game, and the turns on which the person rested in a fight."""
    session = Session(seed, "5.4", OPTIONS)
    player = Player(shipped_memory(), DEFAULT, seed, resigns=False)
    turns: list[int] = []

    def blunder(choice: Choice) -> Choice:
        threat, me = threat_of(player.beliefs), player.beliefs.me
        is_fatal = bool(threat.near) and 2 * me.hp <= me.max_hp and threat.death_pct >= least_pct
        late = not turns or session.world.turns > turns[-1] + 20
        if choice.ladder is not LADDER or not is_fatal or len(turns) >= mistakes or not late:
            return choice
        turns.append(session.world.turns)
        return Choice("a mistake", Act(REST, "to rest", Action("rest", times=9)), (), LADDER)

    player.overrule = blunder
    typed = Played(keep=True)
    play(MemoryLink(session), player, Limits(commands=commands), typed)
    recording = RecordingSession(Start(seed, "5.4", OPTIONS))
    for key in b"".join(typed.bursts or []):
        if key != MARKER:
            recording.feed(bytes([key]))
    return recording.journal(), turns
