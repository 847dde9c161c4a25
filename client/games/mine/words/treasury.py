"""The words of the Treasury, and of keeping one card out of several."""

from client.games.game import Line
from client.games.mine.names import card_name
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Words
from client.games.words import ASKED, Act, Card, Kind, Question, Said, Zone
from client.i18n import _, plural
from client.words.people import People
from engine.mine.modules.treasury import TreasuryOpened
from engine.mine.rules.actions.keep_one import CardKept, KeepCard
from engine.mine.view import View


def _keep(teller: Teller, act: KeepCard) -> str:
    face = teller.view.face(act.slot)
    return _("a card that you have not seen yet") if face is None else card_name(face)


def _opened(teller: Teller, event: TreasuryOpened) -> str:
    return plural(
        "{who} [open|opens] the Treasury and [look|looks] at the last discarded card.",
        "{who} [open|opens] the Treasury and [look|looks] at the last {count} discarded cards.",
        len(event.slots),
        who=teller.who(event.seat),
    )


def kept(teller: Teller, event: CardKept) -> list[str | Line]:
    lines: list[str | Line] = [_("{who} [keep|keeps] one card.", who=teller.who(event.seat))]
    face = teller.view.face(event.slot)
    teller.kept.add(event.slot)
    if event.seat == teller.view.seat and face is not None:
        lines.append(Line(_("Secret: you keep {card}.", card=card_name(face)), secret=True))
    return lines


def discarded(view: View, people: People) -> list[str]:
    """How much there is to look through."""
    count = len(view.state.discard)
    return [plural("{count} card in the discard pile.", "{count} cards in the discard pile.", count)]


WORDS = Words(
    table=discarded,
    cards={"treasury": Card(_("Treasury"))},
    kinds={"treasury": Kind(_("Instead of drawing, keep one of the five last discarded cards."), "box")},
    refusals={
        "treasury/nothing-discarded": _("No card has been discarded yet, so there is nothing to look through."),
        "keep/not-offered": _("That card is not among those that you look through."),
    },
    zones={
        "looked-through": Zone(
            lambda view: list(getattr(view.state, "looked_through", ())),
            _("The number of a card that you look at"),
            _("You look through no cards now."),
            Said("There is no card “{word}”: they are numbered 1 to {most}."),
        ),
    },
    acts={
        "open-treasury": Act(
            Said("Look through the last discarded cards and keep one"),
            _("  treasury                look through the last discarded cards and keep one"),
            ("treasury",),
            events={TreasuryOpened: _opened},
        ),
        "keep": Act(
            _keep,
            _("  keep 1                  keep a card that you look at"),
            ("keep {slot}",),
            when=ASKED,
            events={CardKept: kept},
        ),
    },
    questions={
        "keep": Question(
            _("Keep one of these cards. Only you see them."),
            _("Which card do you keep? (keep 1)"),
            "looked-through",
            _("Keep one of these cards:"),
        ),
    },
)
