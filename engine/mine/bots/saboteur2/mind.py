"""What each act of Saboteur 2 is worth, by its type."""

from engine.bots.mind import Mind
from engine.mine.bots.foresight import with_player
from engine.mine.bots.saboteur2 import discards, people, tunnels
from engine.mine.bots.saboteur2.belief import Characters
from engine.mine.bots.saboteur2.player import Player
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.placing import PlacePath

MIND = Mind(
    Characters,
    Player,
    {
        PlacePath: tunnels.of_path,
        PlaceLadder: tunnels.of_path,
        CauseRockfall: tunnels.of_rockfall,
        TurnGoal: tunnels.of_goal,
        RotateGoal: lambda player, act: 0.0,
        **people.WORTH,
        Pass: discards.of_pass,
        DiscardTwo: discards.of_discard_two,
    },
    discards.keep,
    with_player(Player),
)
