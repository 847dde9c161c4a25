"""The words of every table where players pay: gold cards that are turned up, and notes of the dragon."""

from client.games.mine.names import card_name
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import ASKED, Act, Said, Tell, Zone
from client.i18n import _
from engine.mine.rules.round.paying import GoldProved, NoteWorkedOff, TurnUpGold, hidden_gold


def _turn_up(teller: Teller, act: TurnUpGold) -> str:
    face = teller.view.face(act.slot)
    return _("Show a gold card: {nuggets}", nuggets=card_name(face))


def _proved(teller: Teller, event: GoldProved) -> str:
    card = card_name(teller.state.faces[event.slot])
    return _("{who} shows a gold card: {nuggets}.", who=teller.name(event.seat), nuggets=card)


ACTS = {
    "show-gold": Act(
        _turn_up,
        _("  show 1                  show a gold card of yours, to show that you can pay"),
        ("show {slot}",),
        when=ASKED,
    )
}
EVENTS: dict[type, Tell] = {
    GoldProved: _proved,
    NoteWorkedOff: Said("The dragon takes the nugget that {who} still owed."),
}
REFUSALS = {
    "gold/not-hidden": _("That is no gold card of yours that lies face down."),
    "gold/no-need": _("You need not turn up a gold card: you can pay without it."),
}
ZONES = {
    "own-gold": Zone(
        lambda view: [] if view.seat is None else hidden_gold(view.state, view.seat),
        _("The number of a gold card"),
        _("You have no gold card that lies face down."),
        Said("“{word}” is no gold card of yours: they are numbered 1 to {most}."),
    )
}
