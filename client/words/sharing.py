"""What a player is told who gives a game to others."""

from collections.abc import Iterator
from pathlib import Path

from client.i18n import _
from client.past.games import Kept
from client.past.sharing import Form
from protocol.audit.report import Verdict


def form_words(form: Form) -> str:
    """To choose from."""
    return {
        Form.LOG: _("Its log, which others can replay and check"),
        Form.PAGE: _("A page that replays it in a browser"),
        Form.STORY: _("Its story, as a text"),
    }[form]


def shows_line(kept: Kept) -> str:
    """What others learn from it."""
    game = kept.game
    if game is not None and game.is_finished and game.verdict == Verdict.VERIFIED.value:
        return _("It shows every card and role, who did what, all names and what was said. Your key is not in it.")
    if game is not None and game.verdict == Verdict.UNREADABLE.value:
        return _("It cannot be read here, so what it shows is not known. Your key is not in it.")
    return _(
        "It shows what all players saw, all names and what was said; what was never revealed stays hidden."
        " Your key is not in it."
    )


def shared_lines(kept: Kept, target: Path, form: Form) -> Iterator[str]:
    """Once it is written."""
    yield _("{file}: written.", file=target)
    if form is Form.LOG:
        yield _("Others see it again with “{undermine} replay FILE”, and check it with “{undermine} audit FILE”.")
        if kept.game is not None and kept.game.verdict != Verdict.VERIFIED.value:
            yield _("Here it is {verdict}.", verdict=kept.game.verdict)
    yield shows_line(kept)
