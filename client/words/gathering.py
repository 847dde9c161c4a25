"""A gathering in words: who sits where, what everybody agrees to, and what is missing before it can begin."""

from collections.abc import Callable, Iterator, Sequence

from client.i18n import _, plural
from client.screen.widgets.pick_list import Line
from client.words.naming import called
from client.words.rules import full_rules, option_lines
from client.words.safe import columns
from protocol.wire import lobby

Mark = Callable[[lobby.Sitter], str]
FREE = "free"
_NAME, _ROLE = 18, 9


def head_line(gathering: lobby.Gathering) -> str:
    """Which gathering it is, and how full."""
    taken = len(gathering.sitters)
    seats = plural(
        "{taken} of {count} seat taken", "{taken} of {count} seats taken", gathering.wishes.seats, taken=taken
    )
    parts = [_("Gathering {code}", code=gathering.code), seats]
    parts.append(_("listed") if gathering.wishes.listed else _("only by its code"))
    if gathering.locked:
        parts.append(_("with password"))
    return " · ".join(parts)


def seat_lines(gathering: lobby.Gathering, own: int, mark: Mark) -> Iterator[Line]:
    """Every seat; those that are free have the key `FREE` and their number."""
    for seat in range(gathering.wishes.seats):
        if seat < len(gathering.sitters):
            yield Line(_seat_text(gathering, seat, own, mark), str(seat))
        else:
            yield Line(_("{number:2}  (free)", number=seat + 1), f"{FREE}{seat}")


def _seat_text(gathering: lobby.Gathering, seat: int, own: int, mark: Mark) -> str:
    sitter = gathering.sitters[seat]
    sign = mark(sitter)
    room = _NAME - columns(sign) - bool(sign)
    name = f"{called(sitter.name, room)} {sign}".rstrip()
    roles = []
    if sitter.bot is not None:
        roles.append(_("bot"))
    if seat == own:
        roles.append(_("you"))
    if seat == gathering.host:
        roles.append(_("host"))
    state = _("ready") if sitter.is_ready else _("not ready")
    return f"{seat + 1:2}  {_padded(name, _NAME)} {_padded(', '.join(roles), _ROLE)} {state}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def name_of(gathering: lobby.Gathering, seat: int) -> str:
    """Who sits there, in a sentence."""
    return called(gathering.sitters[seat].name, _NAME)


def terms(gathering: lobby.Gathering) -> list[str]:
    """What everybody agrees to."""
    seats = plural("{count} seat.", "{count} seats.", gathering.wishes.seats)
    return [
        _("What is agreed to:"),
        *(f"- {line}" for line in [*full_rules(gathering.wishes.rules), seats, *option_lines(gathering.options)]),
    ]


def history(gathering: lobby.Gathering) -> str:
    """What was before this gathering; empty if nothing was."""
    if gathering.dissolved:
        return plural(
            "The last start was dissolved: somebody did not agree in time.",
            "The last {count} starts were dissolved.",
            gathering.dissolved,
        )
    if gathering.predecessor is not None:
        return _("Another game with the people of the last one.")
    return ""


def missing(gathering: lobby.Gathering) -> str:
    """Why it cannot begin; empty if it can."""
    free = gathering.wishes.seats - len(gathering.sitters)
    waiting = [name_of(gathering, seat) for seat, sitter in enumerate(gathering.sitters) if not sitter.is_ready]
    parts = []
    if free:
        parts.append(plural("{count} seat is free", "{count} seats are free", free))
    if waiting:
        parts.append(_("waiting for {names}", names=", ".join(waiting)))
    return _("It cannot begin yet: {why}.", why="; ".join(parts)) if parts else ""


def prompt(gathering: lobby.Gathering, own: int, *, can_be_ready: bool) -> str:
    """What the person can do now."""
    hosts = own == gathering.host
    if not gathering.sitters[own].is_ready:
        free = gathering.wishes.seats - len(gathering.sitters)
        if can_be_ready:
            return _("R: ready (you accept these rules)")
        if not free:
            return _("Waiting: the people here are introduced to each other.")
        waiting = plural("Waiting: {count} seat is free.", "Waiting: {count} seats are free.", free)
        return _("{waiting} B adds a bot.", waiting=waiting) if hosts else waiting
    wanting = missing(gathering)
    if wanting and hosts and len(gathering.sitters) < gathering.wishes.seats:
        return _("You are ready. {missing} B adds a bot.", missing=wanting)
    if wanting:
        return _("You are ready. {missing}", missing=wanting)
    if hosts:
        return _("Everybody is ready. S begins the game.")
    return _("Everybody is ready. {host} can begin.", host=name_of(gathering, gathering.host))


def invitation(link: str, addresses: Sequence[str], unfound: str = "") -> list[str]:
    """How others come to a table on this computer, and what they have to know."""
    lines = []
    if link:
        lines += [_("Friends come by this link (L copies it):"), link]
    if addresses:
        lines.append(_("or by typing: {addresses}", addresses=_(" or ").join(addresses)))
    if unfound:
        lines.append(unfound)
    lines.append(
        _(
            "THIS COMPUTER DEALS and knows all cards. It cannot change them unnoticed, but whoever has it could look:"
            " the others have to trust you in that."
        )
    )
    return lines
