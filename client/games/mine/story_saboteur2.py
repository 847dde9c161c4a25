"""What happens only in Saboteur 2, in sentences: its action cards, who wins a round and why, and thefts."""

from collections.abc import Callable
from typing import Any

from client.games.mine.names import card_name, role_name
from client.games.mine.teller import Teller
from client.games.mine.winners import why_won
from client.i18n import _, plural
from engine.mine.division import GEOLOGIST, pay
from engine.mine.rules.actions.freedom import PlayerFreed
from engine.mine.rules.actions.hands_off import TheftStopped
from engine.mine.rules.actions.inspection import RoleInspected
from engine.mine.rules.actions.lay_theft import TheftLaid
from engine.mine.rules.actions.prison import PlayerImprisoned
from engine.mine.rules.actions.swap_hands import HandsSwapped
from engine.mine.rules.actions.swap_hats import HatsSwapped
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.rules.round.share_gold import RoundWon, crystals
from engine.mine.rules.round.steal import NothingStolen, NuggetStolen
from engine.mine.rules.turn.discard_two import TwoDiscarded


def theft_laid(teller: Teller, event: TheftLaid) -> list[str]:
    return [_("{who} lays a Theft, to steal a nugget when the round is over.", who=teller.name(event.seat))]


def theft_stopped(teller: Teller, event: TheftStopped) -> list[str]:
    return [_("{who} plays Hands Off: the Theft of {whom} is gone.", **teller.both(event))]


def imprisoned(teller: Teller, event: PlayerImprisoned) -> list[str]:
    return [_("{who} imprisons {whom}.", **teller.both(event))]


def freed(teller: Teller, event: PlayerFreed) -> list[str]:
    if event.seat == event.target:
        return [_("{who} gets out of prison.", who=teller.name(event.seat))]
    return [_("{who} sets {whom} free.", **teller.both(event))]


def inspected(teller: Teller, event: RoleInspected) -> list[str]:
    return [_("{who} looks at the role of {whom}.", **teller.both(event))]


def hats_swapped(teller: Teller, event: HatsSwapped) -> list[str]:
    """Nobody else sees either role."""
    if event.seat == event.target:
        return [_("{who} swaps hats and takes a new role.", who=teller.name(event.seat))]
    return [_("{who} makes {whom} swap hats and take a new role.", **teller.both(event))]


def hands_swapped(teller: Teller, event: HandsSwapped) -> list[str]:
    return [_("{who} swaps hands with {whom}.", **teller.both(event))]


def two_discarded(teller: Teller, event: TwoDiscarded) -> list[str]:
    card = card_name(teller.state.faces[event.removed])
    return [_("{who} discards two cards and is rid of: {card}.", who=teller.name(event.seat), card=card)]


def ended(teller: Teller, event: RoundEnded) -> str:
    """Who wins is told when the roles lie open."""
    if event.treasure and event.finisher is not None:
        return _("{who} has found the treasure: the round is over.", who=teller.name(event.finisher))
    return _("All cards are used and nobody has found the treasure: the round is over.")


def won(teller: Teller, event: RoundWon) -> list[str]:
    """Why, who, and who is left out."""
    winners = list(event.winners)
    lines = [why_won(teller)]
    lines.append(_("Winners: {names}.", names=teller.names(winners)) if winners else _("Nobody at the table wins."))
    return [*lines, *_in_prison(teller), *_crystals(teller), *_empty_handed(teller, winners)]


def _in_prison(teller: Teller) -> list[str]:
    """B12: no share, and no theft."""
    state = teller.state
    left_out = [seat for seat, inside in enumerate(state.imprisoned) if inside]
    lines = [_("Imprisoned, and so left out: {names}.", names=teller.names(left_out))] if left_out else []
    barred = [seat for seat in left_out if seat in state.thefts]
    return [*lines, *(_("{who} is imprisoned and cannot use the Theft.", who=teller.name(seat)) for seat in barred)]


def _crystals(teller: Teller) -> list[str]:
    """Only where somebody is paid for them (B10)."""
    state = teller.state
    free = [seat for seat in range(state.book.seats) if not state.imprisoned[seat]]
    if not any(teller.open_role(seat) == GEOLOGIST for seat in free):
        return []
    return [plural("{count} crystal lies in the tunnels.", "{count} crystals lie in the tunnels.", crystals(state))]


def _empty_handed(teller: Teller, winners: list[int]) -> list[str]:
    """HB7: Boss and Profiteer take less than the others, which may be nothing."""
    poor = [seat for seat in winners if not pay(teller.open_role(seat), len(winners))]
    return [
        _("{who} wins with the others, but as {role} gets nothing.", who=teller.name(seat), role=role)
        for seat in poor
        if (role := role_name(teller.open_role(seat)))
    ]


def paid_for_crystals(who: str, nuggets: int) -> str:
    """B10."""
    return plural(
        "{who} gets {count} nugget for crystals, as a Geologist.",
        "{who} gets {count} nuggets for crystals, as a Geologist.",
        nuggets,
        who=who,
    )


def stolen(teller: Teller, event: NuggetStolen) -> list[str]:
    return [_("{who} steals a nugget from {whom}.", **teller.both(event))]


def not_stolen(teller: Teller, event: NothingStolen) -> list[str]:
    return [_("{who} steals nothing.", who=teller.name(event.seat))]


TELLERS: dict[type, Callable[[Teller, Any], list[str]]] = {
    TheftLaid: theft_laid,
    TheftStopped: theft_stopped,
    PlayerImprisoned: imprisoned,
    PlayerFreed: freed,
    RoleInspected: inspected,
    HatsSwapped: hats_swapped,
    HandsSwapped: hands_swapped,
    TwoDiscarded: two_discarded,
    RoundWon: won,
    NuggetStolen: stolen,
    NothingStolen: not_stolen,
}
