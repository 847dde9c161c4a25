"""The words of the Trailblazer."""

from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Words
from client.games.words import ASKED, Act, Card, Kind, Question, Said
from client.i18n import _, plural
from client.words.people import People
from engine.mine.modules.trailblazer import TRAIL, TrailBegan, TrailEnded
from engine.mine.view import View


def _ended(teller: Teller, event: TrailEnded) -> str:
    return plural(
        "[Your|{who}'s] trail has {count} path card.",
        "[Your|{who}'s] trail has {count} path cards.",
        event.cards,
        who=teller.who(event.seat),
    )


def _table(view: View, people: People) -> list[str]:
    state = view.state
    if state.stage != TRAIL:
        return []
    placed = getattr(state, "trail", 0)
    told = plural(
        "{who} [have|has] placed {count} card of a trail.",
        "{who} [have|has] placed {count} cards of a trail.",
        placed,
        who=people.who(state.active),
    )
    return [told]


WORDS = Words(
    table=_table,
    cards={"trailblazer": Card(_("Trailblazer"))},
    kinds={"trailblazer": Kind(_("Place two path cards in this turn, one after the other."), "1+1")},
    refusals={
        "trailblazer/too-few-cards": _("A Trailblazer needs at least two more cards in your hand."),
        "trailblazer/no-place": _("No path card fits anywhere now."),
    },
    acts={
        "blaze-trail": Act(
            Said("Place two path cards"),
            _("  trail                   place two path cards, one after the other"),
            ("trail",),
            events={TrailBegan: Said("{who} [blaze|blazes] a trail of up to two path cards.")},
        ),
        "end-trail now": Act(
            Said("Place no more path cards"),
            _("  enough                  end a trail"),
            ("enough",),
            when=ASKED,
            events={TrailEnded: _ended},
        ),
    },
    questions={
        "trail": Question("", _("Your trail: which path card do you place? (place 3 at 2,0, or enough)")),
    },
)
