"""The sentences around the board: what is going on, what is asked, what only you know.  A table in, text out."""

from dataclasses import replace
from typing import Any

from client.games.mine.meanings import card_meaning
from client.games.mine.names import card_name, cell_name, lying_name
from client.games.mine.picking import PLACING, Picking, aimed, lit
from client.games.mine.questions import question
from client.games.mine.refusals import SENTENCES
from client.games.mine.standing import secret_lines
from client.i18n import _, plural
from client.visit.table import VisitedTable
from client.words.notices import stand_in
from client.words.safe import cut
from engine.errors import Reason
from engine.mine.rules.placing.place_path import TOOLS_BROKEN
from engine.mine.rules.placing.place_path_when_free import PATH_IMPRISONED
from engine.mine.view import View

_MINUTE = 60
_ASKERS = 16
"""Columns: what the person is asked must not be pushed away by others."""


def head_line(table: VisitedTable, width: int, verdict: str = "") -> str:
    """Where the game stands, and that nothing speaks against it."""
    view = table.view
    if view is None:
        return _("The table is being set up…")
    state, trust = view.state, trust_line(table, verdict)
    if not state.round:
        return trust
    left = plural("{count} card left", "{count} cards left", len(state.pile))
    text = _("Round {round} of {rounds} · {left} · ", round=state.round, rounds=state.book.rounds, left=left)
    if len(text) + len(trust) + 2 > width:
        text = _("R{round}/{rounds} {left} left · ", round=state.round, rounds=state.book.rounds, left=len(state.pile))
    if len(text) + len(trust) + 2 > width:
        text = ""
    if len(trust) + 2 > width and table.phrase and table.trouble is None:
        return cut(table.phrase, width - 2)  # people read it out: all of it is worth more than what stands before it
    return text + trust


def trust_line(table: VisitedTable, verdict: str = "") -> str:
    """Never more than what is known: a game is verified when it is over."""
    if verdict:
        return _("{verdict}: {phrase}", verdict=verdict, phrase=table.phrase)
    if table.trouble is not None and (table.trouble.evidence or table.trouble.proved):
        return _("SOMETHING DOES NOT HOLD")
    if table.trouble is not None or table.objection:  # it says nothing about whether anybody cheated
        return _("the game stops here")
    if not table.phrase:
        return _("no contradiction so far")
    return _("no contradiction so far: {phrase}", phrase=table.phrase)


def clock_text(table: VisitedTable) -> str:
    """How long the seat that is waited for still has; nothing where there is no hurry."""
    seconds = table.seconds_left()
    if seconds is None or seconds >= _MINUTE * _MINUTE:
        return ""
    minutes, rest = divmod(round(seconds), _MINUTE)
    return f" ({minutes}:{rest:02})"


def prompt(table: VisitedTable, picking: Picking) -> tuple[str, bool]:
    """What to do now, and whether it is this person's to do."""
    if table.paused and table.asked is None:
        return _("Paused: the clocks stand still. P lets them run again."), False
    if table.away:
        return _("You have left this table. B brings you back."), True
    if table.counted_out and table.asked is None and table.following is not None and table.following.follower:
        return _("You were away: {what}. Press B to play on.", what=stand_in(table.following.follower)), True
    if table.asked is None:
        asking = _pause_askers(table)
        wish = _("{names} would like a pause. P agrees.", names=cut(asking, _ASKERS)) if asking else ""
        return _beside(_others_turn(table), wish), bool(wish)
    now = question(table)
    text = (_own_turn(table, picking) if now is None else now.title) + clock_text(table)
    return _beside(text, _pause_sign(table)), True


def _beside(text: str, wish: str) -> str:
    """What is about a pause comes last: where there is no room, it is cut, and not what to do nor the clock."""
    return f"{text}  {wish}" if wish else text


def _pause_sign(table: VisitedTable) -> str:
    """In the own turn there is little room; who asks stands in the story."""
    if table.paused:
        return _("Paused.")
    if _pause_askers(table):
        return _("Pause? P agrees")
    return _("Pause asked for") if _wants_pause(table) else ""


def _wants_pause(table: VisitedTable) -> bool:
    return table.seat in table.pause_wanted


def _pause_askers(table: VisitedTable) -> str:
    """Who waits for this person's consent to a pause."""
    if _wants_pause(table) or not table.playing:
        return ""
    return ", ".join(table.people.name(seat) for seat in table.pause_wanted)


def _others_turn(table: VisitedTable) -> str:
    if table.ended is not None:
        return _("The game is over. Q shows what you can do next.")
    if table.trouble is not None or table.objection:
        return _("The game stops here.")
    if table.following is not None and not table.following.live:
        return _("There is no connection to the server; it is tried again…")
    if table.following is not None and table.following.flying is not None:
        return _("Sent; the server has not answered yet…")
    if not table.playing:
        names = ", ".join(table.people.name(seat) for seat in table.missing)
        if not names:
            return _("The cards are dealt…")
        return _("Before the first card: waiting for {names}…", names=names) + clock_text(table)
    waiting = [seat for seat in table.waiting_for if seat != table.seat]
    if not waiting:
        return _("The dealer is at work…")
    names = ", ".join(_with_presence(table, seat) for seat in waiting)
    text = _("Waiting for {names}", names=names) + clock_text(table)
    if _wants_pause(table):
        return _("{text}. You would like a pause; P takes that back.", text=text)
    return text


def _with_presence(table: VisitedTable, seat: int) -> str:
    here = table.presence.seats[seat] if table.presence and seat < len(table.presence.seats) else ""
    name = table.people.name(seat)
    if here == "lost":
        return _("{name}, who is cut off", name=name)
    return _("{name}, who has left", name=name) if here == "left" else name


def _own_turn(table: VisitedTable, picking: Picking) -> str:
    view = table.view
    assert view is not None
    if picking.several is not None:
        return _("DISCARD: numbers pick cards, Enter discards them, Esc goes back")
    if picking.card is None:
        return _("YOUR TURN: pick a card by its number, or D to discard")
    act = aimed(picking, view)
    if act is None:
        return _("YOUR TURN: Enter says what to do with this card")
    where = cell_name(picking.cursor)
    if why := _refusal(table, act):
        if not lit(picking, view, table.legal()):
            return _nowhere(view, act)
        return _("Not at {cell}: {why}", cell=where, why=why)
    if isinstance(act, PLACING):
        if replace(act, turned=180 - act.turned) in table.legal():
            return _("Enter lays the card at {cell}, Space turns it, Tab goes on", cell=where)
        return _("Enter lays the card at {cell}, Tab goes on", cell=where)
    return _("Enter plays {card} at {cell}, Tab goes on", card=card_name(act.face), cell=where)


def _nowhere(view: View, act: Any) -> str:
    bar = _bar(view, act)
    if bar is TOOLS_BROKEN:
        return _("With a broken tool you lay no path; D discards this card")
    if bar is PATH_IMPRISONED:
        return _("From prison you lay no path; D discards this card")
    return _("This card can be played nowhere now; D discards it")


def _bar(view: View, act: Any) -> Reason | None:
    """What keeps the person from laying any path, wherever the cursor is."""
    if view.seat is None or not isinstance(act, PLACING):
        return None
    if view.state.broken[view.seat]:
        return TOOLS_BROKEN
    return PATH_IMPRISONED if view.is_imprisoned(view.seat) else None


def _refusal(table: VisitedTable, act: Any) -> str:
    """Why what is aimed at cannot be; empty if it can."""
    if act is None or act in table.legal():
        return ""
    assert table.view is not None
    refusal = _bar(table.view, act) or table.refusal(act)
    return "" if refusal is None else SENTENCES[refusal.code]


def about_lines(table: VisitedTable, picking: Picking) -> list[str]:
    """Why the card cannot be played there, the card in words, and everything that only this seat knows."""
    view = table.view
    if view is None:
        return []
    why = _why(table, view, picking) if table.asked is not None else ""
    card = _card_lines(view, picking) if table.asked is not None else _looked_at(view, picking)
    return [*([why] if why else []), *card, *secret_lines(view, table.people)]


def _why(table: VisitedTable, view: View, picking: Picking) -> str:
    """Where nothing is lit, what is wrong with the cell under the cursor explains nothing."""
    act = aimed(picking, view)
    if act is not None and _bar(view, act) is None and not lit(picking, view, table.legal()):
        return ""
    return _refusal(table, act)


def _looked_at(view: View, picking: Picking) -> list[str]:
    """A card of the hand, and what it does, while nobody is asked for it."""
    hand = view.hand()
    face = hand[picking.card][1] if picking.card is not None and picking.card < len(hand) else None
    return [] if face is None else [card_name(face), *filter(None, [card_meaning(face)])]


def _card_lines(view: View, picking: Picking) -> list[str]:
    hand, act = view.hand(), aimed(picking, view)
    if picking.card is None or picking.card >= len(hand):
        return []
    if isinstance(act, PLACING):
        return [lying_name(act.face, act.turned)]
    face = hand[picking.card][1]
    return ["?" if face is None else card_name(face)]
