"""The words of every table where players pay: gold cards that are turned up, and notes of the dragon."""

from client.games.mine.names import card_name
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Sign
from client.games.words import ASKED, Act, Said, Tell, Zone
from client.i18n import _, plural
from engine.mine.rules.round.paying import GoldProved, NoteWorkedOff, TurnUpGold, hidden_gold
from engine.mine.view import View
from engine.slots import Seat


def _turn_up(teller: Teller, act: TurnUpGold) -> str:
    face = teller.view.face(act.slot)
    return _("Show a gold card: {nuggets}", nuggets=card_name(face))


def _proved(teller: Teller, event: GoldProved) -> str:
    card = card_name(teller.state.faces[event.slot])
    return _("{who} [show|shows] a gold card: {nuggets}.", who=teller.who(event.seat), nuggets=card)


def signs(view: View, seat: Seat) -> list[Sign]:
    """What a dragon may still take when the gold cards lie open."""
    notes = [note for note in getattr(view.state, "notes", ()) if note[0] == seat]
    return [Sign(_("owes a dragon"), "d")] if notes else []


def before(view: View, seat: Seat) -> list[str]:
    """What a dragon may still take from a seat."""
    owed = sum(debtor == seat for debtor, _nuggets, _cards in getattr(view.state, "notes", ()))
    told = plural("owes the dragon {count} nugget", "owes the dragon {count} nuggets", owed)
    return [told] if owed else []


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
    NoteWorkedOff: Said("The dragon takes the nugget that [you|{who}] still owed."),
}
REFUSALS = {
    "gold/not-hidden": _("That is no gold card of yours that lies face down."),
    "gold/no-need": _("You need not show a gold card: you can pay without it."),
}
ZONES = {
    "own-gold": Zone(
        lambda view: [] if view.seat is None else hidden_gold(view.state, view.seat),
        _("The number of a gold card"),
        _("You have no gold card that lies face down."),
        Said("You have no gold card “{word}”: they are numbered 1 to {most}."),
    )
}
