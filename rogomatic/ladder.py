"""The ladder: the order of all rules, said here only.

Owns   the rungs and their order.
Leaves what each rule does (experts).
"""

from __future__ import annotations

from typing import Final

from rogomatic.experts import (
    battle,
    descend,
    explore,
    food,
    gear,
    hunting,
    loot,
    magic,
    melee,
    missiles,
    progress,
    quest,
    quitting,
    replies,
    rescue,
    rest,
    specials,
    sticks,
    stock,
)  # fmt: skip
from rogomatic.rules import Rung

# Asked when the game waits for anything but a command.
ANSWERS: Final = (
    Rung("dismiss --More--", replies.dismiss_more),
    Rung("press return", replies.press_return),
    Rung("name a thing", replies.name_thing),
    Rung("choose a thing", replies.choose_item),
    Rung("choose a direction", replies.choose_direction),
    Rung("choose a hand", replies.choose_hand),
    Rung("name a monster", replies.name_monster),
    Rung("say no", replies.say_no),
)

# Asked when it waits for a command.
LADDER: Final = (
    # 1 - know the game, and when it is over
    Rung("give up", quitting.give_up),
    Rung("ask the version", stock.ask_version),
    Rung("take stock", stock.take_stock),
    # 2 - alive this turn
    Rung("battlestations", battle.choose_station),
    Rung("end a dance", progress.end_dance, after=("battlestations",)),
    Rung("zap a foe", sticks.zap_foe),
    Rung("keep the gold", quitting.keep_gold, after=("battlestations",)),
    Rung("gamble when dying", rescue.gamble_when_dying, after=("battlestations",)),
    Rung("try a stick", sticks.try_stick, most=12),
    Rung("take the armour off", specials.strip_for_rust, most=12),
    Rung("draw the blade", missiles.draw_blade),
    Rung("shoot", missiles.shoot),
    Rung("shoot on", hunting.shoot_on, after=("shoot",)),
    Rung("draw the bow", missiles.draw_bow),
    Rung("line up", missiles.line_up, after=("shoot",)),
    Rung("hit what is adjacent", melee.hit_adjacent),
    Rung("leave the unseen", specials.leave_unseen),
    Rung("strike around", melee.strike_around, after=("leave the unseen",)),
    Rung("let a foe come", melee.await_foe),
    Rung("look twice", melee.look_twice),
    Rung("step away from a sleeper", specials.step_away, most=12),
    # 3 - alive this hour
    Rung("eat when weak", food.eat_when_weak),
    Rung("eat when hungry", food.eat_when_hungry, after=("eat when weak",)),
    Rung("faint in peace", food.faint_in_peace),
    Rung("take a ring off", quest.take_ring_off, most=4),
    Rung("wait it out", rest.wait_it_out),
    Rung("wear the best armour", gear.wear_best, most=20),
    Rung("read what is good", magic.read_good, after=("wear the best armour",), most=30),
    Rung("quaff what is good", magic.quaff_good, most=30),
    Rung("put on a ring", gear.put_on_ring, most=20),
    Rung("spare the food", gear.take_ring_off, most=12),
    Rung("rest", rest.rest),
    Rung("hunt a sleeper", hunting.hunt, most=60),
    Rung("have a weapon ready", gear.wield_ready, most=60),
    Rung("try a scroll", magic.try_scroll, after=("wear the best armour",), most=30),
    Rung("try a potion", magic.try_potion, most=30),
    Rung("light a dark room", sticks.light_room, most=12),
    # 4 - progress; the last rung always acts
    Rung("keep vigil", rest.keep_vigil),
    Rung("break a circle", progress.break_circle, after=("rest", "eat when hungry", "keep vigil")),
    Rung("room for the Amulet", quest.room_for_amulet, most=5),
    Rung("seize the Amulet", quest.seize_amulet, after=("room for the Amulet",), most=80),
    Rung("wake a sleeper", melee.wake_sleeper, most=40),
    Rung("make room", loot.make_room, most=40),
    Rung("fetch things", loot.fetch, most=300),
    Rung("hurry down", descend.hurry_down),
    Rung("look around", explore.look_around),
    Rung("search before leaving", explore.search_on, after=("look around",)),
    Rung("go down", descend.go_down, after=("search before leaving",)),
    Rung("look everywhere", explore.look_everywhere, after=("go down",)),
    Rung("clear the way", missiles.clear_way, after=("go down",), most=40),
    Rung("force the way", explore.force_way, after=("clear the way",), most=80),
    Rung("search for secrets", explore.search_secrets, after=("go down",)),
    Rung("wander", explore.wander),
    Rung("search here", explore.search_here),
)
