"""The verdict on a hero's death: which decision mattered, whether it was a mistake or bad luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from itertools import chain, pairwise
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import FREE_VERBS
from rogomatic.agent.engine.refusals import WELL
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.monster_manual import KINDS, ROOTED, STRANGER, UNSEEN
from rogomatic.agent.think.fight.magic_options import HEALS
from rogomatic.agent.think.fight.threat import GRAVE_PCT, rounded
from rogomatic.run.story.deed_words import TRIES, deed_in_words, way_name
from rogomatic.run.story.fight_course import (
    SAME_PCT,
    chosen_percent,
    is_changed,
    is_partial,
    newcomers,
    odds_of,
)
from rogomatic.run.story.fight_instants import UNSEEN_FOE, Instant
from rogomatic.run.story.linked_story import ARMOR
from rogomatic.run.story.luck import FightDice, FightLuck
from rogomatic.run.story.ways_out import NOTED_PCT
from rogomatic.run.story.weaknesses import BINDS, NO_ARMOR, NO_STAIRS
from rogue.shared.wording import counted, plural, plural_of, with_article

_WORN_SHARE: Final = 0.6  # of all hit points, below which a hero had better rest
_GOOD_SHARE: Final = 0.75  # from which on it has rested
_LATE_SHARE: Final = 0.5  # of the hit points, below which magic was used late, or a rest was missed anyway
_LOST: Final = ("No good choice was left", "It knew no better choice")
_THIN_ARMOR, _DEEP = 2, 5  # armor up to which, and level from which on, a descent is a risk
_LOST_PCT: Final = 50.0  # to die, from which on a fight is as good as lost
_DIP_TURNS: Final = 5  # for which a danger may look better without being over
_GAP_PCT: Final = 10.0  # by which a better choice lowered the danger at least
_LUCKY_PCT: Final = 10.0  # to die at first, below which a fight seems safe
_CLEAR_PCT, _CLEAR_SHARE = 5.0, 0.8  # by which, and the part of a danger to which, a safer choice lowers it
_FREE: Final = frozenset({*TRIES, *FREE_VERBS})  # verbs of what is not weighed against ways out
_DOING: Final = ("walk", "search", "down", "fight", "throw")  # verbs of what can wait for a rest


class MissedRest:
    """Finder of a command at which a wounded hero with no foe in view could have rested, but did not.

    found  the first such command on this level since the hero was in good health, or None
    """

    def __init__(self) -> None:
        """Begin with no such command."""
        self.found: Instant | None = None

    def note(self, now: Instant, choice: Choice) -> None:
        """Record the next command.  This is a hot path."""
        if self.found is not None and (now.depth != self.found.depth or now.hp >= _GOOD_SHARE * now.max_hp):
            self.found = None
        if now.hp >= _WORN_SHARE * now.max_hp or not now.is_calm or now.deed.verb not in _DOING:
            return
        if self.found is None and now.is_own and choice.refusal_of("rest") == WELL:
            self.found = now


class ThinDescent:
    """Finder of a descent that the agent itself chose although the hero's armor was thin.

    found  a clause on the descent, or "" if the hero came to the present level in another way
    """

    def __init__(self) -> None:
        """Begin with no descent."""
        self.found = ""
        self._last: Instant | None = None

    def note(self, now: Instant, armor: int) -> None:
        """Record the next command and the hero's armor value at that command.  This is a hot path."""
        last, self._last = self._last, now
        if last is None or last.depth == now.depth:
            return
        is_chosen = last.is_own and last.deed.verb == "down" and now.depth > last.depth >= _DEEP - 1
        self.found = ""
        if is_chosen and armor <= _THIN_ARMOR and not last.foes:  # it did not flee
            self.found = f"on turn {now.turn:,} it went down to level {now.depth} with armor {armor}"


class DeathVerdict(NamedTuple):
    """Whether a death was a mistake or bad luck.

    said     the verdict as a sentence
    more     further sentences, on the dice and on other choices
    is_open  whether the cause of the fight must still be told
    topics   topics of causes that the verdict already tells
    """

    said: str
    more: tuple[str, ...] = ()
    is_open: bool = False
    topics: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """All sentences of the verdict."""
        return " ".join([self.said, *self.more])


def verdict(
    fight: Sequence[Instant], dice: FightDice, rest: Instant | None, *, held: str, policy: str = "",
    hunger: str = "",
) -> DeathVerdict:  # fmt: skip
    """Return whether a death was a mistake or bad luck, with the decision that mattered.

    dice    the blows of the fight
    rest    the command at which the hero could have rested but did not, or None
    held    the states in which the hero could not act when it died, or "" if the hero could act
    policy  a clause on an earlier choice that made the hero weak, or ""
    hunger  the verdict on the hero's meals if the hero fainted, otherwise ""
    """
    bare = _bare(fight)
    mistakes = [*_missed_rest(fight, rest, dice.killer), *_missed_way(fight), *bare, *_late_magic(fight)][:2]
    hidden = _unseen_killer(fight, dice.killer) if not held else ""
    first = next((at for at, one in enumerate(fight) if dice.killer in one.foes), None)
    is_struck_first = bool(first) and dice.killer in fight[first or 0].blows
    rolled = dice.since((first or 0) - is_struck_first)
    if mistakes:
        bad = hidden or rolled.rare
        topics = frozenset({ARMOR} if bare and bare[0] in mistakes else ())
        said = f"A mistake: {', and '.join(mistakes)}."
        return DeathVerdict(said, (f"Bad luck, too: {bad}.",) if bad else (), topics=topics)
    if held:
        return _helpless(fight, held, hunger)
    last = _last_better(fight) or _nothing_better(fight)
    if hidden:
        return DeathVerdict(f"Bad luck: {hidden}.", last, is_open=True)
    if first is not None and _looked_safe(fight, first):
        return DeathVerdict(_lost_safe(fight, first, dice, rolled), last)
    if not any(len(one.ways) > 1 for one in fight):
        last = _last_better(fight)  # the verdict says already that nothing better was known
    return _no_choice(fight, dice, (*last, *([f"An earlier choice was risky: {policy}."] if policy else [])))


def _helpless(fight: Sequence[Instant], held: str, hunger: str) -> DeathVerdict:
    own = next((one for one in reversed(fight) if one.deed.verb in ("quaff", "read") and one.is_own), None)
    provoked, said = _provoked(fight), hunger
    if not said and provoked is not None:
        freezes = f"the touch of {with_article(provoked.deed.foe)} freezes"
        said = f"A risk that went wrong: on turn {provoked.turn:,} it {deed_in_words(provoked)}; {freezes}."
    elif not said and own is not None and fight[-1].turn - own.turn <= _DIP_TURNS:
        said = f"Its own policy: on turn {own.turn:,} it {deed_in_words(own)}."
    cannot = f"t could not act at its end: it was {held}."
    return DeathVerdict(said, (f"I{cannot}",)) if said else DeathVerdict(f"Bad luck: i{cannot}")


def _provoked(fight: Sequence[Instant]) -> Instant | None:
    """Return the first action against a monster that freezes, or None if there was no such action."""
    return next(
        (
            one for one in fight
            if one.is_own and one.deed.foe in KINDS and KINDS[one.deed.foe].special == "freeze"
        ), None,
    )  # fmt: skip


def _missed_rest(fight: Sequence[Instant], rest: Instant | None, killer: str) -> list[str]:
    """Return a clause on the command `rest` if the hero met its killer with few hit points, otherwise []."""
    if rest is None or rest.turn > fight[-1].turn:
        return []
    left = f"{rest.hp} of {plural(rest.max_hp, 'hit point')} and no foe in view"
    did = f"on turn {rest.turn:,}, with {left}, it {deed_in_words(rest)} instead of resting"
    later = [at for at, one in enumerate(fight) if one.turn > rest.turn and not one.is_calm]
    met = next((at for at in later if killer in fight[at].foes), next(iter(later), None))
    if met is None:
        return [did]
    now = fight[met]
    before = fight[met - 1] if met and now.blows and fight[met - 1].is_calm else now  # the foe struck first
    is_known = bool(now.foes) and not is_partial(fight, met)
    is_safe = is_known and chosen_percent(now) < _LUCKY_PCT and before.hp >= _LATE_SHARE * before.max_hp
    if before.hp >= _WORN_SHARE * before.max_hp or is_safe:
        return []  # it was strong enough
    foes = counted(now.foes) if now.foes else UNSEEN_FOE
    odds = odds_of(fight, met) if before is now else ""
    return [f"{did}; as a result, it had {before.hp} when it met {foes}{f' ({odds})' if odds else ''}"]


def _missed_way(fight: Sequence[Instant]) -> list[str]:
    """Return a clause on the worst choice of a fight.  Return [] if no much better way out was known.

    >>> from rogomatic.run.story.fight_instants import Way
    >>> ways = (Way("fight here", 30.0, is_here=True), Way("run to the stairs", 4.0))
    >>> _missed_way([Instant(90, 9, 40, (), (), ("troll",), 30.0, "rest", ways)])
    ['on turn 90, with 9 hit points, it rested (30% to die), though it could run to the stairs (4% to die)']
    """
    worst = max(fight, key=_gap)
    safest = worst.way_out
    if _gap(worst) < _GAP_PCT or safest is None or chosen_percent(worst) < 2 * safest.percent:
        return []
    best = min(worst.ways, key=lambda way: way.percent)
    did = f"it {deed_in_words(worst)} ({rounded(chosen_percent(worst))} to die)"
    could = f"though it could {way_name(best)} ({rounded(best.percent)} to die)"
    but = f"; but {best.drawback}" if best.drawback else ""
    return [f"on turn {worst.turn:,}, with {plural(worst.hp, 'hit point')}, {did}, {could}{but}"]


def _gap(one: Instant) -> float:
    """Return by how many percentage points the best way out would have lowered the chance to die."""
    safest = one.way_out
    if safest is None or not one.is_own or one.deed.verb in _FREE:
        return 0.0
    return chosen_percent(one) - safest.percent


def _bare(fight: Sequence[Instant]) -> list[str]:
    """Return a clause if new foes struck the hero after it had taken its armor off in this fight."""
    off = next((at for at, one in enumerate(fight) if one.deed.verb == "strip" and one.is_own), None)
    if off is None:
        return []
    hurt = [
        one for one, after in pairwise(fight[off + 1 :])
        if NO_ARMOR in one.weak and after.hp < one.hp and one.foes and set(one.foes) - set(fight[off].foes)
    ]  # fmt: skip
    if not hurt:
        return []
    why = (
        f" because of {with_article(fight[off].foes[0])}, whose touch rusts armor" if fight[off].foes else ""
    )
    met = f"it met {counted(hurt[0].foes)} on turn {hurt[0].turn:,} without armor"
    return [f"{met}, which it had taken off on turn {fight[off].turn:,}{why}"]


def _late_magic(fight: Sequence[Instant]) -> list[str]:
    """Return a clause on known magic that the hero used late in a fight, with the reason for waiting."""
    for one in reversed(fight):
        name = one.deed.name
        if one.deed.verb not in ("quaff", "read", "zap") or not name or not one.is_own or name in HEALS:
            continue
        for before in fight:
            left = next((each for each in before.left if each.name == name), None)
            is_same = one.deed.foe in before.foes or not one.deed.foe
            if left is None or not is_same or before.percent < GRAVE_PCT:
                continue
            if one.hp > _LATE_SHARE * before.hp:
                break
            used = (
                f"it used {one.deed.thing} only on turn {one.turn:,} with {plural(one.hp, 'hit point')} left"
            )
            return [f"{used}, not on turn {before.turn:,} with {before.hp} (its reason: {left.reason})"]
    return []


def _unseen_killer(fight: Sequence[Instant], killer: str) -> str:
    """Return a clause that says that the hero could not see its killer.  Return "" if the hero saw it."""
    known = {name for one in fight for name in one.foes}
    is_struck = any(UNSEEN_FOE in one.blows for one in fight)
    if not killer or killer in known or STRANGER.name in known or not is_struck:
        return ""
    near = Counter(name for one in fight for name in one.hidden)
    if near and killer not in near:
        name = near.most_common(1)[0][0]
        why = f" ({plural_of(name)} are invisible)" * bool(name in KINDS and KINDS[name].traits & UNSEEN)
        return f"it could not see the {name} that struck it{why}, and {with_article(killer)} came last"
    left_out = ", and left it out of its estimates" * (not any(one.has_unseen for one in fight))
    return f"it could not see the {killer} that killed it{left_out}"


def _looked_safe(fight: Sequence[Instant], at: int) -> bool:
    """Return whether a fight seemed harmless at command `at`."""
    one = fight[at]
    return one.percent < _LUCKY_PCT and not one.has_unseen and not is_partial(fight, at)


def _lost_safe(fight: Sequence[Instant], at: int, dice: FightDice, rolled: FightLuck) -> str:
    """Return the verdict on a fight that had seemed safe.

    The verdict blames the dice, foes that came later, or the agent's estimate.
    """
    one = fight[at]
    joined = _joined(fight, one, _strikers(fight, dice))
    began = f"the fight with the {dice.killer} began at {rounded(one.percent)} to die"
    if rolled.rare:
        return f"Bad luck: {began}{joined}; {rolled.rare}."
    figures = f"; {rolled.figures}" if rolled.figures else ""
    if joined:
        return f"Its estimate left out what came later: {began}{joined}{figures}."
    if rolled.weaker:
        return f"Its estimate was too low: {began}, as {rolled.weaker}."
    if rolled.figures and rolled.is_usual:
        return f"Its estimate was too low: {began}, and it was not the dice: {rolled.figures}."
    return f"Bad luck: {began}{figures}."


def _strikers(fight: Sequence[Instant], dice: FightDice) -> Set[str]:
    return {dice.killer, *dice.strikers, *chain(*[one.blows for one in fight])}


def _joined(fight: Sequence[Instant], one: Instant, strikers: Set[str]) -> str:
    """Return a clause on the foes that joined the fight after command `one` and struck the hero.

    Return "" if there were no such foes.
    """
    joined, turned = Counter[str](), Counter[str]()  # those that a zap has turned did not come
    for before, later in pairwise(fight[fight.index(one) :]):
        joined |= Counter(later.foes) - Counter(one.foes)
        if is_changed(before, later):
            turned += Counter(later.foes) - Counter(before.foes)
    joined = Counter({name: count for name, count in (joined - turned).items() if name in strikers})
    stood = joined & (Counter(one.still) | (Counter(one.touching) - Counter(one.foes)))
    joined -= stood
    late = fight[fight.index(one) :]
    turns = {
        next(each.turn for each in late if each.foes.count(name) > one.foes.count(name)) for name in joined
    }
    names = newcomers(joined, Counter(one.foes))
    told = f"on turn {min(turns):,} {names} came" if len(turns) == 1 else f"{names} came later"
    came = [told] if joined else []
    came += [f"the {' and the '.join(stood)} beside the hero joined in"] if stood else []
    return f", but {', and '.join(came)}" if came else ""


def _no_choice(fight: Sequence[Instant], dice: FightDice, last: tuple[str, ...]) -> DeathVerdict:
    """Return the verdict on a death that was no mistake.

    The verdict says that the hero had no good choice, took a risk, or did not see the danger.

    last  sentences on the hero's other choices.  They end the verdict.
    """
    grave, turn = None, fight[-1].turn
    for one in reversed(fight):  # back to where the danger of the end began
        if one.percent >= GRAVE_PCT and turn - one.turn <= _DIP_TURNS:
            grave, turn = one, one.turn
    if grave is None and (worst := max(fight, key=lambda one: one.percent)).percent >= _LUCKY_PCT:
        grave = worst
    if grave is None:
        return DeathVerdict("Bad luck: it saw no danger before its end.", last)
    best = min(grave.ways, key=lambda way: way.percent, default=None)
    is_lost = min(grave.percent, best.percent if best is not None else grave.percent) >= _LOST_PCT
    is_only = bool(grave.ways) and all(way.is_here for way in grave.ways)
    one = grave if is_lost else _first_of(fight, grave)
    rolled, joined = dice.since(fight.index(one)), _joined(fight, one, _strikers(fight, dice))
    luck = f"Bad luck, too: {rolled.rare}." if rolled.rare else ""
    if not is_lost and not luck and rolled.weaker and not joined:
        luck = f"Its estimate was too low: {rolled.weaker}."
    elif not is_lost and not luck and rolled.figures:
        luck = f"{'It was not the dice' if rolled.is_usual else 'The dice'}: {rolled.figures}."
    kind = _LOST[is_only] if is_lost else "A risk that went wrong"
    more = (luck, *last) if luck else last
    return DeathVerdict(f"{kind}: {_weighed(fight, one, _strikers(fight, dice))}.", more, is_open=True)


def _last_better(fight: Sequence[Instant]) -> tuple[str, ...]:
    """Return a sentence on the last clearly safer alternative that was known, or () if there was none.

    >>> from rogomatic.run.story.fight_instants import Way
    >>> ways = (Way("fight here", 30.0, is_here=True), Way("run to the stairs", 24.0))
    >>> one = Instant(90, 9, 40, (), (), ("troll",), 30.0, "rest", ways)
    >>> _last_better([one, one._replace(turn=91, ways=ways[:1])])
    ('Its last safer choice was on turn 90: to run to the stairs (24% to die); it rested (30%).',)
    """
    for one in reversed(fight):
        way = one.way_out
        if way is not None and _gap(one) >= _CLEAR_PCT and way.percent <= _CLEAR_SHARE * chosen_percent(one):
            could = f"to {way_name(way)} ({rounded(way.percent)} to die)"
            did = f"it {deed_in_words(one)} ({rounded(chosen_percent(one))})"
            but = f", as {way.drawback}" if way.drawback else ""
            return (f"Its last safer choice was on turn {one.turn:,}: {could}; {did}{but}.",)
    return ()


def _nothing_better(fight: Sequence[Instant]) -> tuple[str, ...]:
    """Return a sentence on the lack of clearly safer alternatives.

    Return () if there is nothing to say about other choices.

    >>> one = Instant(90, 9, 40, (), (), ("troll",), 4.0, "rest")
    >>> _nothing_better([one]), _nothing_better([one._replace(percent=0.0)])
    (('It weighed no other choice, as it never saw more than 4% to die.',), ())
    """
    most = max(one.percent for one in fight)
    weighed = [one for one in fight if one.is_own and len(one.ways) > 1 and one.deed.verb not in _FREE]
    if weighed:
        least = all(chosen_percent(one) <= min(way.percent for way in one.ways) + SAME_PCT for one in weighed)
        none = "none was clearly safer than the one that it took"
        return (f"Of the ways that it knew in this fight, {'it always took the safest' if least else none}.",)
    looked = [one for one in fight if one.ways]
    if looked:
        first = f"from turn {looked[0].turn:,} on, when it first looked for one"
        if all(way.is_here for one in looked for way in one.ways):
            return (f"It knew no way out {first}: {_no_way(looked[0])}.",)
        return (f"It knew only one way out {first}.",) if all(len(one.ways) == 1 for one in looked) else ()
    if most >= NOTED_PCT:
        return ()  # nothing in view that ways could be compared against
    if most:
        return (f"It weighed no other choice, as it never saw more than {rounded(most)} to die.",)
    return ()


def _first_of(fight: Sequence[Instant], grave: Instant) -> Instant:
    """Return the choice with which the danger at command `grave` began."""
    first = grave
    for one in reversed(fight[: fight.index(grave)]):
        if (
            one.percent >= _LUCKY_PCT
            and first.turn - one.turn <= _DIP_TURNS
            and set(one.foes) & set(grave.foes)
        ):
            first = one
    return first


def _weighed(fight: Sequence[Instant], one: Instant, strikers: Set[str]) -> str:
    """Return a clause on the chance to die that the hero saw at command `one`, and on the alternatives."""
    best = one.way_out
    kept = next((each for each in one.left if each.name), None)
    saw = f"the hero saw {rounded(one.percent)} to die and "
    if best is not None and best.percent < one.percent and rounded(best.percent) != rounded(one.percent):
        saw = f"the best way that the hero knew, to {way_name(best)}, meant {rounded(best.percent)} to die"
    elif one.is_own and one.deed.verb in TRIES and one.deed.thing:
        saw += deed_in_words(one)
    elif kept is not None:
        saw += f"kept its {kept.noun} (its reason: {kept.reason})"
    elif best is not None:
        saw += f"knew no better way (to {way_name(best)}: {rounded(best.percent)})"
    else:
        late = fight[fight.index(one) :]
        saw += _only_here(one, "at first " * any(not way.is_here for each in late for way in each.ways))
    foes = counted(one.foes) if one.foes else UNSEEN_FOE
    when = f"on turn {one.turn:,}, with {plural(one.hp, 'hit point')}"
    return f"against {foes} {when}, {saw}{_joined(fight, one, strikers)}"


def _only_here(one: Instant, at_first: str) -> str:
    """Return a clause on why the hero could only fight on the spot.

    at_first  "at first " if the hero knew another way later, otherwise ""
    """
    bound = next((weak.words for weak in one.weak if weak in BINDS), "")
    if bound:
        return f"could not run: it was {bound}"
    return f"{at_first}knew no better way than to fight: {_no_way(one)}" if one.ways else "knew no better way"


def _no_way(one: Instant) -> str:
    """Return a clause on why the hero knew no way to run."""
    stairs = "of no stairs" if NO_STAIRS in one.weak else "of no free way to the stairs"
    foes = [name for name in dict.fromkeys(one.foes) if name not in KINDS or not KINDS[name].traits & ROOTED]
    if one.foes and not foes:
        return f"it knew {stairs}"
    whom = counted(foes) if foes else "what struck the hero"
    return f"{whom} {'keep' if len(foes) > 1 else 'keeps'} up with the hero, who knew {stairs}"
