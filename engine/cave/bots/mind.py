"""How `steady` plays the cave: what each act is worth to it."""

from collections.abc import Callable
from typing import Any

from engine.bots.mind import Mind
from engine.cave.bots.memory import Memory
from engine.cave.bots.player import Player
from engine.cave.rules.actions.battle_axe import LayAxe
from engine.cave.rules.actions.boots import LayBoots
from engine.cave.rules.actions.cave_in import CauseCaveIn
from engine.cave.rules.actions.cobweb import SpinCobweb
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.rules.actions.secret_information import SpyClan, SpyGoal
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.turn.vote import AgreeToEnd, ProposeEnd, RefuseEnd
from engine.cave.rules.walk.chop_web import ChopWeb
from engine.cave.rules.walk.meeting import HoldAxe, SwingAxe
from engine.cave.rules.walk.walk import Step, Stop
from engine.hands import SwapHands
from engine.placing import PlacePath

WORTH: dict[type, Callable[[Player, Any], float]] = {
    PlacePath: Player.of_path,
    SpyGoal: Player.of_goal,
    SpyClan: Player.of_clan,
    CauseCaveIn: Player.of_cave_in,
    SwapHands: Player.of_swap,
    SpinCobweb: Player.of_cobweb,
    LayBoots: Player.of_boots,
    LayAxe: Player.of_axe,
    UnleashMonster: Player.of_monster,
    Discard: Player.of_discard,
    ChopWeb: Player.of_chop,
    Step: Player.of_step,
    Stop: Player.of_stop,
    SwingAxe: lambda player, act: 2,
    HoldAxe: lambda player, act: 1,
    ProposeEnd: lambda player, act: -10_000,
    AgreeToEnd: Player.of_agreement,
    RefuseEnd: lambda player, act: 0,
}
MIND = Mind(Memory, Player, WORTH)
