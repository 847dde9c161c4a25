"""The words of the base game."""

from collections.abc import Sequence

from client.games.game import Line
from client.games.mine.names import card_name, goal_card, goal_name
from client.games.mine.words import rounds
from client.games.mine.words.teller import Teller
from client.games.mine.words.words import Role, Words
from client.games.naming import any_of
from client.games.teller import at_you, by_target, either
from client.games.words import ASKED, PASS, PLACE, Act, Card, Choice, Counted, Kind, Many, Question, Said, Term, Zone
from client.i18n import _, plural
from engine.events import RoundDealt, SlotsOpened, SlotsShown, TimeRanOut
from engine.mine.book import Book
from engine.mine.rules.actions.break_tool import ToolBroken
from engine.mine.rules.actions.read_map import MapRead
from engine.mine.rules.actions.repair_tool import ToolRepaired
from engine.mine.rules.actions.rockfall import RocksFell
from engine.mine.rules.placing.goals import GoalReached, GoalRevealed
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.game_end import GameEnded
from engine.mine.rules.round.gold_draft import GoldDrawn, GoldTaken, TakeGold
from engine.mine.rules.round.pay_gold_cards import GoldPaid, GoldShuffled
from engine.mine.rules.round.round_end import NuggetsPaid, RoundEnded
from engine.mine.rules.turn import pass_up_to_three
from engine.mine.rules.turn.passing import CardsPassed, Pass
from engine.mine.rules.turn.pending import PlayAnnounced
from engine.mine.rules.turn.turn import SeatSkipped


def _help_pass(book: Book) -> Sequence[str]:
    one = _("  discard 2               discard card 2 face down and draw another")
    same = _("  pass 2                  the same")
    if book.decide[Pass] is not pass_up_to_three.decide:
        return [one, same]
    return [one, _("  discard 1 2 3           the same with two or three cards at once"), same]


def _help_map(book: Book) -> Sequence[str]:
    return [_("  map top                 look at a goal: {goals}", goals=any_of(map(goal_name, book.goal_cells)))]


def _several(passes: Sequence[Pass], command: str) -> str:
    return plural(
        "Up to {count} card can be discarded at once, such as: {command}",
        "Up to {count} cards can be discarded at once, such as: {command}",
        len(passes[-1].slots),
        command=command,
    )


def _announced(teller: Teller, event: PlayAnnounced) -> str | list[Line]:
    """In the words of what will follow from it; the Teller does not say them twice."""
    if told := teller.tell_ahead(event):
        return told
    who, card = teller.who(event.seat), card_name(event.face)
    return _("{who} [play|plays] {card}: {what}.", who=who, card=card, what=teller.sentence(event.act))


def _first(teller: Teller, act: TurnGoal) -> Sequence[str | Line]:
    goal = act.cell in teller.state.goals
    return teller.say(Said("The {goal} goal first") if goal else Said("First what lies at {cell}"), act)


def _gold(teller: Teller, act: TakeGold) -> str:
    face = teller.view.face(act.slot)
    return _("a gold card that you have not seen yet") if face is None else card_name(face)


WORDS = Words(
    cards={
        "start": Card(_("start")),
        "treasure": Card(_("treasure")),
        "stone-a": Card(_("stone")),
        "stone-b": Card(_("stone")),
        "cross": Card(_("crossing")),
        "tee-long": Card(_("junction up, right and down"), _("junction up, down and left")),
        "tee-short": Card(_("junction right, down and left"), _("junction up, right and left")),
        "straight-long": Card(_("straight up and down")),
        "straight-short": Card(_("straight left to right")),
        "curve-right": Card(_("curve up and right"), _("curve down and left")),
        "curve-left": Card(_("curve up and left"), _("curve down and right")),
        "dead-cross": Card(_("dead end, four ways")),
        "dead-tee-long": Card(_("dead end, up, right and down"), _("dead end, up, down and left")),
        "dead-tee-short": Card(_("dead end, right, down and left"), _("dead end, up, right and left")),
        "dead-straight-long": Card(_("dead end, up and down")),
        "dead-straight-short": Card(_("dead end, left and right")),
        "dead-curve-right": Card(_("dead end, up and right"), _("dead end, down and left")),
        "dead-curve-left": Card(_("dead end, up and left"), _("dead end, down and right")),
        "dead-single-long": Card(_("dead end, down"), _("dead end, up")),
        "dead-single-short": Card(_("dead end, left"), _("dead end, right")),
        "broken-pick": Card(_("broken pick")),
        "broken-lantern": Card(_("broken lantern")),
        "broken-cart": Card(_("broken cart")),
        "repair-pick": Card(_("repair pick")),
        "repair-lantern": Card(_("repair lantern")),
        "repair-cart": Card(_("repair cart")),
        "repair-pick-lantern": Card(_("repair pick or lantern")),
        "repair-pick-cart": Card(_("repair pick or cart")),
        "repair-lantern-cart": Card(_("repair lantern or cart")),
        "rockfall": Card(_("rockfall")),
        "map": Card(_("map")),
        "digger": Card(_("gold-digger")),
        "saboteur": Card(_("saboteur")),
        "gold-1": Card(_("1 nugget")),
        "gold-2": Card(_("2 nuggets")),
        "gold-3": Card(_("3 nuggets")),
    },
    kinds={
        "break": Kind(_("Play it on another player: no paths for them until it is repaired."), "{signs.broken}{tools}"),
        "repair": Kind(_("Repairs a broken tool that it shows, yours or another player's."), "{signs.mended}{tools}"),
        "rockfall": Kind(
            _("Takes one path card out of the mine; not the start, and no goal."),
            "{signs.stones}{signs.stones}{signs.stones}",
        ),
        "map": Kind(_("Look at one of the goals. Only you see it."), "map"),
    },
    roles={
        "digger": Role(
            _("a gold-digger"),
            _("dig"),
            _("You win if a tunnel reaches the treasure."),
            _("dig a tunnel to the gold"),
            "badge-gold",
        ),
        "saboteur": Role(
            _("a saboteur"),
            _("sab"),
            _("You win if no tunnel reaches the treasure. Do not be found out."),
            _("keep the tunnel from the gold"),
            "badge-red",
        ),
    },
    hidden={"goals": _("a goal, face down")},
    refusals={
        "path/cell-taken": _("A card already lies on that cell: choose an empty one."),
        "path/no-neighbour": _(
            "A path card must share a full side with a card that lies face up; a corner is not enough."
        ),
        "path/edge-mismatch": _(
            "The edges do not match: tunnel must meet tunnel, and rock must meet rock,"
            " on every side that touches a card."
        ),
        "path/crosswise": _("Cards lie upright: turn this one by half a turn or not at all."),
        "path/not-connected": _("No unbroken tunnel leads from the start to this card there."),
        "path/tools-broken": _(
            "You cannot place a path card while a broken tool lies in front of you:"
            " repair it, play another card, or discard."
        ),
        "break/own-tool": _("You cannot break your own tool: choose another player."),
        "break/already-broken": _("That player's tool of this kind is already broken."),
        "repair/other-tool": _("This card repairs another tool: choose the one it shows."),
        "repair/neither-tool": _("This card does not repair that tool: choose one of the two it shows."),
        "repair/nothing-broken": _(
            "That player has no broken tool of this kind, and a repair cannot be played in advance."
        ),
        "rockfall/no-card": _("No path card lies on that cell."),
        "rockfall/start-stays": _("The start card cannot be removed."),
        "rockfall/goal-stays": _("A goal cannot be removed, face up or face down."),
        "map/no-goal": _("No goal lies on that cell: a map shows a goal."),
        "map/goal-face-up": _("That goal already lies face up: choose one that is face down."),
        "pass/one-card-only": _("Discard exactly one card."),
        "goal/not-reached": _("The tunnel has not reached that goal: choose one that it has reached."),
        "gold/not-offered": _("That gold card is not among those passed to you."),
    },
    terms={
        "tool": Term(
            {"pick": _("pick"), "lantern": _("lantern"), "cart": _("cart")},
            _("The tool"),
            Said("“{word}” is no tool: {names}."),
        ),
    },
    zones={
        "": Zone(
            lambda view: view.state.hands[view.seat or 0],
            _("The number of a card"),
            _("You have no cards in your hand."),
            Said("You have no card “{word}”: they are numbered 1 to {most}."),
        ),
        "draft": Zone(
            lambda view: view.state.draft,
            _("The number of a gold card"),
            _("No gold is being shared now."),
            Said("There is no card “{word}”: they are numbered 1 to {most}."),
        ),
    },
    looks=(MapRead,),
    acts={
        "place": PLACE,
        "break": Act(
            Said("Break {whom}'s {tool}"),
            _("  break bob lantern       break a tool of another player"),
            ("break {target} {tool}",),
            events={
                ToolBroken: at_you(Said("{who} breaks your {tool}!"), Said("{who} [break|breaks] {whom}'s {tool}."))
            },
            harms=True,
        ),
        "repair": Act(
            by_target(Said("Repair your own {tool}"), Said("Repair {whom}'s {tool}")),
            _("  repair bob lantern      repair a tool, your own too (repair me pick)"),
            ("repair {target} {tool} with {slot}",),
            events={
                ToolRepaired: by_target(
                    Said("{who} [repair your|repairs their] own {tool}."),
                    at_you(
                        Said("{who} repairs your {tool}."), Said("{who} [repair|repairs] {whom}'s {tool}."), harms=False
                    ),
                )
            },
        ),
        "map": Act(
            Said("Look at {thing}"),
            _help_map,
            ("map {cell:goal}",),
            events={MapRead: Said("{who} [look|looks] at the {goal} goal.")},
        ),
        "rockfall": Act(
            Said("Collapse {cell}"),
            _("  rockfall 3,1            take away a path card"),
            events={RocksFell: Said("{who} [collapse|collapses] the tunnel at {cell}.")},
            harms=True,
        ),
        "pass": Act(
            either(
                lambda teller, _act: bool(teller.state.pile),
                Counted("Discard this card and draw", "Discard {count} cards and draw"),
                Counted("Discard this card", "Discard {count} cards"),
            ),
            _help_pass,
            ("discard {slots}", "pass {slots}"),
            when=PASS,
            events={
                CardsPassed: either(
                    lambda _teller, event: event.by_clock,
                    Said("{who} [discard|discards] a random card."),
                    Counted("{who} [discard|discards] a card.", "{who} [discard|discards] {count} cards."),
                )
            },
            many=Many(lambda act, view: len(act.slots) > 1, _several),
        ),
        "turn-goal": Act(
            _first,
            _("  goal top                reveal this goal first"),
            ("goal {cell:goal}",),
            when=ASKED,
        ),
        "rotate-goal": Act(
            lambda teller, act: _("Turned") if act.turned else _("Upright"),
            _("  upright, rotate         lay a goal upright, or turned"),
            ("rotate {turned:180}", "upright {turned:0}"),
            when=ASKED,
        ),
        "take-gold": Act(
            _gold,
            _("  take 1                  keep a gold card"),
            ("take {slot}",),
            when=ASKED,
            events={GoldTaken: rounds.taken},
        ),
    },
    events={
        RoundDealt: lambda teller, event: [
            "",
            _("Round {round} of {rounds}.", round=event.round, rounds=teller.state.book.rounds),
        ],
        PlayAnnounced: _announced,
        SlotsShown: rounds.shown,
        SlotsOpened: rounds.opened,
        TimeRanOut: Said("[Your time|The time of {who}] is up."),
        SeatSkipped: Said("{who} [have|has] no cards left and [are|is] skipped."),
        GoalReached: Said("The tunnel reaches the {goal} goal!"),
        GoalRevealed: lambda teller, event: _(
            "The {goal} goal is {card}.", goal=goal_name(event.cell), card=goal_card(event.face)
        ),
        RoundEnded: rounds.ending(
            Said("{who} [have|has] found the treasure: the gold-diggers win the round."), *rounds.LOST
        ),
        NuggetsPaid: rounds.PAID,
        GoldPaid: Counted(
            "{who} [get|gets] {count} gold card as {role}: {cards}.",
            "{who} [get|gets] {count} gold cards as {role}: {cards}.",
        ),
        GoldShuffled: Said("Unused gold cards go back, and the gold pile is shuffled."),
        GoldDrawn: Counted(
            "{count} gold card goes to {order}.",
            "Gold shared by {order}: {count} cards.",
        ),
        GameEnded: rounds.over,
    },
    questions={
        "turn": Question("", _("Your turn.")),
        "goal": Question(
            _("You reach several at once. Which one first?"),
            _("You reach several at once. Which one first? (goal top)"),
        ),
        "rotation": Question(
            _("It fits both ways. How should it lie?"),
            _("It fits both ways. How should it lie? (upright, or rotate)"),
        ),
        "gold": Question(
            _("Gold! Which card do you keep?"),
            _("Which gold card do you keep? (take 1)"),
            "draft",
            _("These gold cards were passed to you; keep one:"),
        ),
    },
    choices={"order": Choice(_("the order of the cards"))},
    board=(
        _("Columns are numbered from the start, rows up and down from it."),
        _("Solid blocks are rock, gaps are tunnels, x or × is where a tunnel ends."),
        _("S is the start, ? a goal face down, $ the treasure, o a stone;"),
        _("($) and (o) in a frame is a goal face down that you alone have seen."),
        _("A dot is an open spot: some card fits there."),
    ),
)
