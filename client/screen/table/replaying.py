"""A game from its log on the screen: forward and back, by keys and mouse, through any eyes that the reader may have."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.timer import Timer

from client.games.game import Step
from client.i18n import _
from client.pacing import SPEEDS, USUAL_SPEED
from client.replay.opened import Opened
from client.replay.table import ReplayedTable
from client.replay.timeline import entry_at, timeline
from client.replay.words import closed_sentence, eyes_name, head_lines, mark_line, short_place
from client.screen.app.kit import Kit
from client.screen.table.hands import AtDesk, press
from client.screen.table.seeing import CARDS, WINDOW, Nothing, SeeingScreen
from client.screen.table.sight import Sight
from client.screen.table.words import Head, PageText, acts_page, head_beside, help_page, score_page
from client.screen.widgets.dialogues import Deed, ask_line, offer
from client.screen.widgets.page import Page
from client.screen.widgets.picture_view import PictureView
from client.words.safe import columns
from client.words.verdict import verdict_lines
from protocol.audit.eyes import Closed, Eyes

_LAST_MARKS = 3
KEYS = (
    _("← →           what happened before; next"),
    _("Space, + -    play on, or stop; faster, slower"),
    _("R, T          to a round; to a turn of this round"),
    _("Home, End     to the start; to the end"),
    _("E, H          whose eyes look; whose hand is shown, with all cards"),
    _("M             who looked where (?), and who harmed whom (!)"),
    _("N, S, A       the last round's end; the score; what a player did"),
    _("V             whether the game was fair"),
    _("1 to 9        look at a card of the hand"),
    _("C, Z          centre the board; another size; Shift+arrows move it"),
    _("PgUp, PgDn    scroll the story"),
    _("Q             leave"),
    _("A click on the last but one line goes to that place of the game,"),
    _("one on a player looks through their eyes, one on the first line"),
    _("lists whose eyes there are; the wheel moves the board."),
)


class ReplayScreen(SeeingScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,b", "step(-1)", _("back"), key_display="←"),
        Binding("right,enter", "step(1)", _("next"), key_display="→"),
        Binding("space", "play", _("play"), key_display="Space"),
        Binding("r", "do('round')", _("round")),
        Binding("t", "do('turn')", _("turn")),
        Binding("e", "do('eyes')", _("eyes")),
        Binding("m", "do('marks')", _("marks")),
        Binding("v", "do('trust')", _("trust")),
        Binding("question_mark,f1", "do('help')", _("help"), key_display="?"),
        Binding("q", "leave", _("leave")),
        Binding("home", "go(0)", show=False),
        Binding("end", "end", show=False),
        Binding("plus,equals_sign,up", "speed(1)", show=False),
        Binding("minus,down", "speed(-1)", show=False),
        Binding("h", "do('hand')", show=False),
        Binding("n", "do('report')", show=False),
        Binding("s", "do('score')", show=False),
        Binding("a", "do('acts')", show=False),
        *CARDS,
        Binding("escape", "desk('drop')", show=False),
        *WINDOW,
    ]

    def __init__(self, game: Opened, kit: Kit) -> None:
        super().__init__()
        self._game = game
        self._charset = kit.charset
        self.table = ReplayedTable(game.recording(game.first_eyes()))
        self._at = AtDesk(self.table, self, kit.charset)
        self._sight = Sight(self._at, Nothing(), Nothing(), self._fit_if_needed, self._instead_of_hand)
        self._speed = USUAL_SPEED
        self._playing: Timer | None = None
        self._deeds: dict[str, Callable[[], None]] = {
            "round": self._ask_round,
            "turn": self._ask_turn,
            "eyes": self._offer_eyes,
            "hand": self._offer_hand,
            "marks": self._read_marks,
            "report": self._read_report,
            "score": lambda: self._read(score_page(self.table)),
            "acts": self._offer_acts,
            "trust": self._read_trust,
            "help": lambda: self._read(help_page(self._at.game, self.table.view, self._charset, keys=KEYS)),
        }
        """By the word of a key."""

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._playing is not None

    # what is shown

    def on_mount(self) -> None:
        self.table.go(self.table.find(1, 1) or 0)
        self.update()

    def update(self) -> None:
        if self.is_mounted:
            self._sight.redraw()
            self._sight.story.go_to_end()
            self._say()

    def _say(self) -> None:
        self._sight.say(self._head(), self._line(), own=False)

    def _head(self) -> Head:
        """Who looks, and how far the game is; where there is room, what it is worth."""
        game, view = self._at.game, self.table.view
        identity = None if game is None else game.identity(view)
        eyes, verdict = self._eyes(), self._game.audited.verdict.value
        progress = "" if game is None or not view.state.round else game.progress(view)
        short = "" if game is None or not view.state.round else game.progress(view, short=True)
        parts = [(_("Replay"), eyes, progress, verdict), (eyes, progress, verdict), (eyes, short, verdict), (eyes,)]
        return head_beside(identity, [" · ".join(filter(None, part)) for part in parts], self.size.width)

    def _instead_of_hand(self) -> Sequence[str]:
        """What came of a round that is over; where no seat looks, the last marks, and what lies under the cursor."""
        table, desk = self.table, self.desk
        if table.closed_round and table.reports:
            return table.reports[-1].result
        if table.view.seat is not None or desk is None or not table.view.state.round:
            return ()
        return [*desk.pointed(), *(mark_line(mark) for mark in table.marks[-_LAST_MARKS:])]

    def _eyes(self) -> str:
        eyes = eyes_name(self._game, self.table.recording.eyes)
        if not self.table.recording.eyes.everything:
            return eyes
        return _("{eyes}, hand of {name}", eyes=eyes, name=self.table.players.name(self.table.seat))

    def _line(self) -> str:
        return f"{self._before_line()}{timeline(self.table, self._line_width(), self._charset)}"

    def _before_line(self) -> str:
        sign = self._charset.toward[1] if self.is_playing else "="
        return f"{sign} {short_place(self.table)} "

    def _line_width(self) -> int:
        return max(1, self.size.width - 2 - columns(self._before_line()))

    # going through the game

    def _go(self, entry: int) -> None:
        self.table.go(entry)
        self._moved()

    def _moved(self) -> None:
        """What was picked is of another moment."""
        if self.desk is not None:
            self.desk.drop()
        self.update()

    def action_step(self, steps: int) -> None:
        self._stop()
        self.table.step(steps)
        self._moved()

    def action_go(self, entry: int) -> None:
        self._stop()
        self._go(entry)

    def action_end(self) -> None:
        self.action_go(self.table.last)

    def action_play(self) -> None:
        """From the start, if the end is reached."""
        if self.is_playing:
            self._stop()
        else:
            if self.table.entry == self.table.last:
                self.table.go(0)
            self._start()
        self._say()

    def action_speed(self, faster: int) -> None:
        self._speed = max(0, min(self._speed + faster, len(SPEEDS) - 1))
        if self.is_playing:
            self._stop()
            self._start()
        self._say()

    def _start(self) -> None:
        self._playing = self.set_interval(SPEEDS[self._speed], self._play)

    def _play(self) -> None:
        if self.app.screen is not self:  # a page is read meanwhile
            return
        self.table.step(1)
        if self.table.entry == self.table.last:
            self._stop()
        self._moved()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def _ask_round(self) -> None:
        self._stop()
        ask_line(self.app, _("To which round?"), lambda text: self._jump(_number(text), 0))

    def _ask_turn(self) -> None:
        self._stop()
        round_ = max(1, self.table.lately.dealt)
        title = _("To which turn of round {round}?", round=round_)
        ask_line(self.app, title, lambda text: self._jump(round_, max(1, _number(text))))

    def _jump(self, round_: int, turn: int) -> str:
        """Why not, if there is no such place."""
        entry = self.table.find(round_, turn) if round_ else None
        if entry is None:
            return _("There is no such place in this game.")
        self._go(entry)
        return ""

    # through whose eyes

    def _offer_eyes(self) -> None:
        deeds = [Deed(eyes_name(self._game, eyes), partial(self.look, eyes)) for eyes in self._game.all_eyes]
        hint = "" if self._game.lies_open else closed_sentence(self._game)
        offer(self.app, _("Whose eyes look?"), deeds, hint=hint)

    def look(self, eyes: Eyes) -> None:
        """The story is another one, too."""
        try:
            self.table.look(self._game.recording(eyes))
        except Closed:
            self._read(PageText(_("Whose eyes look?"), [closed_sentence(self._game)]))
            return
        self._sight.story.fit()
        self._moved()

    def _offer_hand(self) -> None:
        if not self.table.recording.eyes.everything:
            self._read(PageText(_("Whose hand is shown?"), [_("E, then “all cards”, shows the hands of all.")]))
            return
        people = self.table.players
        deeds = [Deed(people.name(seat), partial(self._show_hand, seat)) for seat in range(len(people))]
        deeds.insert(0, Deed(_("of the player whose turn it is"), partial(self._show_hand, None)))
        offer(self.app, _("Whose hand is shown?"), deeds)

    def _show_hand(self, seat: int | None) -> None:
        self.table.hand_of = seat
        self._go(self.table.entry)

    # pages

    def _read(self, page: PageText) -> None:
        self.app.push_screen(Page(*page))

    def _read_marks(self) -> None:
        lines = [mark_line(mark) for mark in self.table.marks]
        self._read(PageText(_("Who looked (?), who did harm (!)"), lines or [_("Nothing yet.")]))

    def _read_report(self) -> None:
        for report in self.table.reports[-1:]:
            self._read(PageText(report.title, report.lines))

    def _read_trust(self) -> None:
        lines = [*head_lines(self._game)[:1], "", *verdict_lines(self._game.audited.report)]
        self._read(PageText(_("Trust"), [*lines, "", _("“{undermine} audit” tells more.")]))

    def _offer_acts(self) -> None:
        people = self.table.players
        deeds = [
            Deed(people.name(seat), partial(lambda at: self._read(acts_page(self.table, at)), seat))
            for seat in range(len(people))
        ]
        offer(self.app, _("Whose acts so far?"), deeds)

    # keys and clicks

    def action_do(self, what: str) -> None:
        self._deeds[what]()

    def action_desk(self, key: str, numbers: tuple[int, ...] = ()) -> None:
        """Cards are picked to be looked at; nothing is played."""
        if self.desk is not None and press(self.desk, key, *numbers) is not Step.NOTHING:
            self._sight.redraw_desk()
            self._say()

    def on_picture_view_pointed(self, event: PictureView.Pointed) -> None:
        if event.view is self._sight.players:
            self.look(Eyes(event.thing))
        else:
            self.action_desk("pick" if event.view is self._sight.hand else "point", (event.thing,))

    def on_picture_view_rolled(self, event: PictureView.Rolled) -> None:
        if event.view is self._sight.map:
            self.action_desk("pan", (event.right, event.up))

    def on_click(self, event: events.Click) -> None:
        where = event.widget.id if event.widget is not None else ""
        if where == "head":
            self._offer_eyes()
        elif where == "prompt":
            column = event.x - 1 - columns(self._before_line())
            if column >= 0:
                self.action_go(entry_at(self.table, column, self._line_width()))

    def on_unmount(self) -> None:
        self._stop()


def _number(text: str) -> int:
    """0 is nowhere."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
