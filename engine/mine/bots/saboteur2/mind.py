"""What each act of Saboteur 2 is worth, by its type."""

from engine.bots.mind import Mind
from engine.mine.bots.saboteur2 import discards, people, tunnels
from engine.mine.bots.saboteur2.belief import Characters
from engine.mine.bots.saboteur2.player import Player
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.hands_off import StopTheft
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.place_path import PlacePath
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass

MIND = Mind(
    Characters,
    Player,
    {
        PlacePath: tunnels.of_path,
        PlaceLadder: tunnels.of_path,
        CauseRockfall: tunnels.of_rockfall,
        TurnGoal: tunnels.of_goal,
        RotateGoal: lambda player, act: 0.0,
        ReadMap: people.of_map,
        BreakTool: people.of_break,
        RepairTool: people.of_repair,
        Imprison: people.of_prison,
        FreePlayer: people.of_freedom,
        InspectRole: people.of_inspection,
        LayTheft: people.of_theft,
        StopTheft: people.of_hands_off,
        Steal: people.of_steal,
        StealNothing: people.of_steal_nothing,
        SwapHats: people.of_hats,
        SwapHands: people.of_hands,
        Pass: discards.of_pass,
        DiscardTwo: discards.of_discard_two,
    },
)
