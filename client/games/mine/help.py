"""What `help` prints: what the rules of the table know, and nothing else."""

from client.games.mine.pictures.map_picture import REFUSED
from client.i18n import _
from client.render.charset import Charset
from engine.mine.book import Book
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
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn import pass_up_to_three
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass

IN_A_TURN: tuple[tuple[type, str], ...] = (
    (PlacePath, _("  place 3 at 2,0          lay card 3 on a cell; add “turned” for upside down")),
    (BreakTool, _("  break bob lantern       break a tool of another player")),
    (RepairTool, _("  repair bob lantern      mend a broken tool, your own too (repair me pick)")),
    (ReadMap, _("  map top                 look at a goal: top, middle or bottom")),
    (CauseRockfall, _("  rockfall 3,1            take away a path card")),
    (LayTheft, _("  theft                   lay a Theft: steal a nugget when the round is over")),
    (StopTheft, _("  hands off bob           take away the Theft in front of a player")),
    (Imprison, _("  prison bob              imprison another player: no path cards, no gold")),
    (FreePlayer, _("  free bob                set a player free, or yourself (free me)")),
    (InspectRole, _("  inspect bob             look at the role of another player")),
    (SwapHats, _("  hats bob                make a player, or yourself, take a new role")),
    (SwapHands, _("  swap bob                swap hands: your other cards for all of theirs")),
    (DiscardTwo, _("  drop 1 4 remove prison  discard two cards to take away one in front of you")),
    (Pass, _("  pass 2                  discard card 2 face down and draw another")),
)
SEVERAL = _("  pass 1 2 3              the same with two or three cards at once")
ASKED: tuple[tuple[type, str], ...] = (
    (TurnGoal, _("  goal top                turn up this goal first")),
    (RotateGoal, _("  upright, rotate         lay a goal upright, or turned")),
    (TakeGold, _("  take 1                  keep a gold card")),
    (Steal, _("  steal bob               take a nugget with your Theft")),
    (StealNothing, _("  no                      steal nothing")),
)
QUESTIONS = (
    _("  look                    the board, the players and your hand again"),
    _("  board, hand, who, news  each alone; news is what happened since your turn"),
    _("  board words             the board without a picture"),
    _("  moves                   everything that you may do; “moves pass”: only that"),
    _("  why                     the rule behind the last refusal"),
    _("  why place 1 at 1,0      what the rules say to that, without playing it"),
    _("  help board              how to read the board"),
)
BOARD = (
    _("Columns are numbered from the start, rows up and down from it."),
    _("Solid blocks are rock, gaps are tunnels, x or × is where a tunnel ends."),
    _("S is the start, ? a goal face down, $ the treasure, o a stone;"),
    _("($) and (o) in a frame is a goal face down that you alone have seen."),
    _("A dot is an empty cell where some card could lie."),
)
BOARD_OF_SABOTEUR_2 = (
    _("H is a ladder, B a blue door, G a green door, * a crystal."),
    _("| | or ║ ║ is a bridge: up and down runs over left to right, not into it."),
    _("/ or \\ in the middle parts two curves that do not meet."),
)


def help_lines(book: Book, leaving: str) -> list[str]:
    """The commands of this table; those of a turn stand last, where the eye is."""
    return [
        _("Questions:"),
        *QUESTIONS,
        leaving,
        _("What you are asked at other times:"),
        *_known(ASKED, book),
        _("What you can do in your turn (cards by number, cells by x,y, players by name):"),
        *_known(IN_A_TURN, book),
        *([SEVERAL] if book.decide[Pass] is pass_up_to_three.decide else []),
    ]


def board_help_lines(book: Book) -> list[str]:
    """How to read the board of this table."""
    return [*BOARD, *(BOARD_OF_SABOTEUR_2 if PlaceLadder in book.decide else ())]


def _known(lines: tuple[tuple[type, str], ...], book: Book) -> list[str]:
    return [line for act, line in lines if act in book.decide]


def signs_lines(charset: Charset) -> list[str]:
    """How to read the players and the lit places, as this terminal shows them."""
    return [
        _("{sign} stands before whose turn it is.", sign=charset.pointer),
        _(
            "Behind a name: how many cards in the hand; P L C a broken pick, lantern, cart; {bar} in prison; T a Theft;"
            " 2g two gold cards; 3$ three nuggets; ? cut off, - left.",
            bar=charset.bar,
        ),
        _("(sab) is a role that you alone know, sab? only your guess."),
        _(
            "{tick} is a key that you have met before, ~ one that had another name, ! a name that you know with a new"
            " key.",
            tick=charset.tick,
        ),
        _("Lit places: {upright} the card fits as it is, {turned} only turned, {either} both ways.", **_lit(charset)),
        _("{either} in the corners of what lies there: the card can be played on it.", **_lit(charset)),
        _("{refused} beside a card: it cannot lie there.", refused=REFUSED),
    ]


def _lit(charset: Charset) -> dict[str, str]:
    return {"upright": charset.upright, "turned": charset.upside_down, "either": charset.either}
