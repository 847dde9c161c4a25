"""Rule: when the round is over the winners share the gold, and geologists are paid for crystals (B8 to B10, B12).

Who wins hangs on who reached the treasure and on the doors of the tunnel.
"""

from engine.machine import Rule, Stage
from engine.mine.division import TEAMS, payments, thieves, winning_roles
from engine.mine.rules.placing.goals import TREASURE
from engine.mine.rules.round.round_end import NuggetsPaid, RoundEnded, ended, paid
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat


@record
class RoundWon:
    """These seats have won, whether they are paid something or not; imprisoned ones are not among them."""

    winners: tuple[Seat, ...]


def divide(state: State) -> tuple[object, ...]:
    """The pay of all seats in public: the winners in the order of seats, then the geologists."""
    roles = {seat: state.faces[slot] for seat, slot in enumerate(state.roles)}
    free = {seat: role for seat, role in roles.items() if not state.imprisoned[seat]}
    winning = winning_roles(
        roles[state.finisher] if state.treasure_found else None,
        open_teams(state) if state.treasure_found else (),
        solo_must_finish=state.book.solo_must_finish,
    )
    winners = tuple(seat for seat, role in free.items() if role in winning)
    pays = payments(free, winners, crystals(state))
    return (RoundWon(winners), *(NuggetsPaid(seat, nuggets) for seat, nuggets in pays))


def open_teams(state: State) -> list[Face]:
    """The teams for which some tunnel leads to the treasure without a door of the other colour (HB1 to HB4)."""
    treasure = next(at for at, slot in state.goals.items() if state.faces.get(slot) == TREASURE)
    doors = {at: state.book.doors.get(face, "") for at, face in state.faces_on_board()}
    return [
        team
        for colour, team in TEAMS.items()
        if state.board.reach.leads_to(treasure, {at for at, door in doors.items() if door not in ("", colour)})
    ]


def crystals(state: State) -> int:
    """On every card of the network, connected or not (HB11)."""
    return sum(state.book.crystals.get(face, 0) for _, face in state.faces_on_board())


def won(state: State, event: RoundWon) -> None:
    """When all are paid the thieves come; an imprisoned one stays away (B11)."""
    order = thieves(state.thefts, state.book.clockwise)
    state.thieves = tuple(seat for seat in order if not state.imprisoned[seat])
    state.stage = "thefts"


RULE = Rule(
    events={RoundEnded: ended, RoundWon: won, NuggetsPaid: paid},
    stages={"divide": Stage(follow=divide)},
)
