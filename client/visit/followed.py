"""What a screen wants to know of a table, wherever it comes from."""

from client.games.game import AnAct, View, Waiting
from engine.errors import Illegal, Reason
from engine.front import decide
from engine.wants import Choose
from protocol.follow.follower import Follower


def is_playing(follower: Follower) -> bool:
    """Whether all seeds are shown and the game is not over."""
    return follower.agreement.all_revealed and follower.ended is None


def waiting_of(follower: Follower) -> Waiting | None:
    return follower.play.waiting() if is_playing(follower) else None


def seats_of(waiting: Waiting | None) -> tuple[int, ...]:
    if waiting is None:
        return ()
    return (waiting.seat,) if isinstance(waiting, Choose) else waiting.seats


def pause_wanted(follower: Follower) -> tuple[int, ...]:
    """The seats that want a pause which has not begun, as the log has it."""
    if follower.ended is not None or follower.absence.paused:
        return ()
    return tuple(sorted(follower.absence.pause.asked))


def refusal(seen: View, act: AnAct) -> Reason | None:
    """Why the rules forbid it, if they do."""
    try:
        decide(seen.state, act)
    except Illegal as illegal:
        return illegal.reason
    return None
