"""A lesson or a puzzle on the screen: the table as in a game, and what is to be done there."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from client.games.game import AnAct
from client.i18n import _
from client.learn.course import Course
from client.learn.exercise import GOOD, PuzzleUnderWay, begun
from client.learn.words import heading, list_lines
from client.screen.app.kit import Kit
from client.screen.table.hands import AtDesk, Hands
from client.screen.table.seeing import CARDS, CURSOR, WINDOW, Nothing, SeeingScreen
from client.screen.table.sight import Sight
from client.screen.table.words import Head, head_beside, help_page, secrets_page
from client.screen.widgets.dialogues import Deed, offer
from client.screen.widgets.page import CLOSE, Page
from client.screen.widgets.picture_view import PictureView

_NEXT, _LEAVE = "next", "leave"
_CLICKED = {"head": "task", "about": "open"}
KEYS = (
    _("1 to 9        pick a card; the same number puts it back"),
    _("arrows, Tab   move the cursor; to the next spot"),
    _("Space, Enter  turn the card; play it"),
    _("D, Esc        discard; put everything back"),
    _("T             what is to be done here"),
    _("O             what you know: in a puzzle, all cards"),
    _("H, S          a hint; the solution"),
    _("N, B, L       the next one; the one before; all of them"),
    _("C, Z          centre the board; another size; Shift+arrows move it"),
    _("PgUp, PgDn    scroll the story"),
    _("Q             leave"),
)


class LearningScreen(SeeingScreen[int]):
    """Comes to the number of the chapter that is wanted next; None: none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "desk('play')", _("play"), key_display="Enter"),
        Binding("space", "desk('turn')", _("turn"), key_display="Space"),
        Binding("tab", "desk('next_place',(1,))", _("next"), key_display="Tab"),
        Binding("d", "desk('discard')", _("discard")),
        Binding("escape", "desk('drop')", _("back"), key_display="Esc"),
        Binding("t", "do('task')", _("task")),
        Binding("o", "do('open')", _("open cards")),
        Binding("h", "do('hint')", _("hint")),
        Binding("s", "do('solution')", _("solution")),
        Binding("n", "go(1)", _("next one")),
        Binding("l", "do('list')", _("all")),
        Binding("question_mark,f1", "do('help')", _("help"), key_display="?"),
        Binding("q", "leave", _("leave")),
        Binding("b", "go(-1)", show=False),
        Binding("shift+tab", "desk('next_place',(-1,))", show=False),
        *CARDS,
        *CURSOR,
        *WINDOW,
    ]

    def __init__(self, course: Course, at: int, kit: Kit) -> None:
        super().__init__()
        self._course = course
        self._number = at
        self._charset = kit.charset
        self.exercise = begun(course.chapters[at].scenario, course.name)
        self.table = self.exercise.table
        self.table.acted = self._acted
        self._at = AtDesk(self.table, self, kit.charset)
        self._hands = Hands(self._at, confirms="never", redraw=self.update)
        self._sight = Sight(self._at, Nothing(), Nothing(), self._fit_if_needed, self._instead_of_hand)
        self._deeds: dict[str, Callable[[], None]] = {
            "task": lambda: self._read(self.exercise.told),
            "hint": lambda: self._read([self.exercise.hint] if not self.exercise.done else self.exercise.told),
            "open": self._read_open_cards,
            "solution": self._read_solution,
            "list": self._offer_all,
            "help": self._read_help,
        }
        """By the word of a key."""

    # what is shown

    def on_mount(self) -> None:
        self.update()
        self._read(self.exercise.told)

    def update(self) -> None:
        if self.is_mounted:
            self._sight.redraw()
            self._say()
            self.refresh_bindings()

    def _say(self) -> None:
        desk = self.desk
        prompt = _("Done. N: the next one") if self.exercise.done else desk.prompt() if desk is not None else ""
        notice = self.table.notice or (desk.notice if desk is not None else "")
        self._sight.say(self._head(), f"{notice}  {prompt}" if notice else prompt, own=not self.exercise.done)

    def _head(self) -> Head:
        game = self._at.game
        identity = None if game is None else game.identity(self.table.view)
        title = heading(self._course, self._number)
        return head_beside(identity, [" · ".join(filter(None, (title, self.exercise.task))), title], self.size.width)

    def _instead_of_hand(self) -> Sequence[str]:
        return ()

    # what is done

    def _acted(self, act: AnAct) -> None:
        told = self.exercise.act(act)
        self.table.notice = GOOD if told == [GOOD] else ""
        if self.table.notice:
            self.update()
        elif self.exercise.done:
            self._course.done.add(self._course.chapters[self._number].key)
            self._read(told, ((_NEXT, _("Next one")), (_LEAVE, _("Leave"))), self._decided)
        else:
            self._read(told)

    def _decided(self, what: str | None) -> None:
        if what == _NEXT:
            self.action_go(1)
        elif what == _LEAVE:
            self.dismiss(None)

    def _read(
        self,
        lines: Sequence[str],
        buttons: Sequence[tuple[str, str]] = ((CLOSE, _("OK")),),
        then: Callable[[str | None], None] = lambda _what: None,
    ) -> None:
        spaced = [part for line in lines for part in (line, "")][:-1]
        self.app.push_screen(Page(heading(self._course, self._number), spaced, buttons), then)

    def _read_open_cards(self) -> None:
        """In a puzzle these are the cards of all; beside the hand there is no room for them."""
        if self._at.game is not None:
            self.app.push_screen(Page(*secrets_page(self._at.game, self.table.view, self.exercise.people)))

    def _read_help(self) -> None:
        self.app.push_screen(Page(*help_page(self._at.game, self.table.view, self._charset, keys=KEYS)))

    def _read_solution(self) -> None:
        done = self.exercise.done
        self._read(self.exercise.told if done else [self.exercise.sentence(self.exercise.solution())])

    def _offer_all(self) -> None:
        lines = list_lines(self._course, self._charset)
        deeds = [Deed(line, partial(self.dismiss, at)) for at, line in enumerate(lines)]
        offer(self.app, _("Which one?"), deeds)

    # keys and clicks

    def action_do(self, what: str) -> None:
        self._deeds[what]()

    def action_go(self, steps: int) -> None:
        """Behind the last one there is nothing more to do here."""
        wanted = self._number + steps
        if wanted == len(self._course.chapters):
            self.dismiss(None)
        elif wanted >= 0:
            self.dismiss(wanted)

    def is_useful(self, action: str) -> bool:
        if action == "do('open')":
            return isinstance(self.exercise, PuzzleUnderWay)
        if not action.startswith("desk("):
            return True
        keys = self.desk.keys() if self.desk is not None else frozenset()
        return action.split("'")[1] in keys

    def action_desk(self, key: str, numbers: tuple[int, ...] = ()) -> None:
        if not self.exercise.done:
            self._hands.press(key, *numbers)

    def on_picture_view_pointed(self, event: PictureView.Pointed) -> None:
        if event.view is not self._sight.players:
            self.action_desk("pick" if event.view is self._sight.hand else "point", (event.thing,))

    def on_picture_view_rolled(self, event: PictureView.Rolled) -> None:
        if event.view is self._sight.map:
            self.action_desk("pan", (event.right, event.up))

    def on_click(self, event: events.Click) -> None:
        where = event.widget.id if event.widget is not None else ""
        if where in _CLICKED:
            self._deeds[_CLICKED[where]]()
