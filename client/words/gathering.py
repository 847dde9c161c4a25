"""Gatherings in words: in a list, from a seat, its terms, and what is missing before it can begin."""

from collections.abc import Callable, Iterator, Sequence

from client.i18n import _, plural
from client.words.people import bot_names
from client.words.rules import full_rules, option_lines, short_rules
from client.words.safe import called, columns, cut
from protocol.wire import lobby

Mark = Callable[[lobby.Sitter], str]
FREE = "free"
_NAME, _ROLE = 18, 10
_HOST, _SEATS, _LOCK = 20, 14, 10
PARTED = {"dismissed": _("The host has sent you away."), "closed": _("The lobby is closed.")}
"""Why a seat is lost, by what the server says; not if the person has left it."""


def offer_heading() -> str:
    return _offer_columns(_("host"), _("seats"), _("locked"), _("rules"))


def offer_line(offer: lobby.Offer) -> str:
    if offer.taken >= offer.seats:
        seats = _("{seats}, full", seats=offer.seats)
    else:
        seats = _("{taken} of {seats} taken", taken=offer.taken, seats=offer.seats)
    lock = _("password") if offer.locked else _("no")
    return _offer_columns(called(offer.host, _HOST) or "?", seats, lock, short_rules(offer.rules))


def _offer_columns(host: str, seats: str, lock: str, rules: str) -> str:
    return f"{_padded(host, _HOST)} {_padded(seats, _SEATS)} {_padded(lock, _LOCK)} {rules}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def seats_taken(taken: int, seats: int) -> str:
    return plural("{taken} of {count} seat taken", "{taken} of {count} seats taken", seats, taken=taken)


def standing(gathering: lobby.Gathering) -> list[str]:
    parts = [seats_taken(len(gathering.sitters), gathering.wishes.seats)]
    parts.append(_("listed") if gathering.wishes.listed else _("only by its code"))
    return [*parts, _("with password")] if gathering.locked else parts


def head_line(gathering: lobby.Gathering) -> str:
    return " · ".join([_("Lobby · code {code}", code=gathering.code), *standing(gathering)])


def seat_lines(gathering: lobby.Gathering, own: int, mark: Mark) -> Iterator[tuple[str, str]]:
    """Every seat, with a key: its number, behind `FREE` if it is free."""
    names = names_of(gathering)
    for seat in range(gathering.wishes.seats):
        if seat >= len(names):
            yield _("{number:2}  (free)", number=seat + 1), f"{FREE}{seat}"
            continue
        sign = mark(gathering.sitters[seat])
        name = f"{cut(names[seat], _NAME - columns(sign) - bool(sign))} {sign}".rstrip()
        *roles, state = remarks(gathering, seat, own)
        yield f"{seat + 1:2}  {_padded(name, _NAME)} {_padded(', '.join(roles), _ROLE)} {state}", str(seat)


def remarks(gathering: lobby.Gathering, seat: int, own: int) -> list[str]:
    sitter = gathering.sitters[seat]
    roles = [_("{kind} bot", kind=sitter.bot.bot)] if sitter.bot is not None else []
    roles += [role for role, holds in ((_("you"), seat == own), (_("host"), seat == gathering.host)) if holds]
    return [*roles, _("ready") if sitter.is_ready else _("not ready")]


def names_of(gathering: lobby.Gathering) -> list[str]:
    """By seat: people by their names, bots by those that they have at the table too."""
    people = [called(sitter.name) for sitter in gathering.sitters if sitter.bot is None]
    bots = bot_names(people)
    return [called(sitter.name) if sitter.bot is None else next(bots) for sitter in gathering.sitters]


def name_of(gathering: lobby.Gathering, seat: int) -> str:
    return cut(names_of(gathering)[seat], _NAME)


def terms(gathering: lobby.Gathering) -> list[str]:
    seats = plural("{count} seat.", "{count} seats.", gathering.wishes.seats)
    return [
        _("Rules:"),
        *(f"- {line}" for line in [*full_rules(gathering.wishes.rules), seats, *option_lines(gathering.options)]),
    ]


def history(gathering: lobby.Gathering) -> str:
    """What was before this gathering; empty if nothing was."""
    if gathering.dissolved:
        return plural(
            "The last start was cancelled: a player did not accept in time.",
            "The last {count} starts were cancelled.",
            gathering.dissolved,
        )
    if gathering.predecessor is not None:
        return _("Another game with the people of the last one.")
    return ""


def missing(gathering: lobby.Gathering) -> str:
    """Why it cannot begin; empty if it can."""
    waiting = [name_of(gathering, seat) for seat, sitter in enumerate(gathering.sitters) if not sitter.is_ready]
    free = gathering.wishes.seats - len(gathering.sitters)
    parts = [plural("{count} seat is free", "{count} seats are free", free)] if free else []
    if waiting:
        parts.append(_("waiting for {names}", names=", ".join(waiting)))
    return _("It cannot begin yet: {why}.", why="; ".join(parts)) if parts else ""


def prompt(gathering: lobby.Gathering, own: int, *, can_be_ready: bool) -> str:
    hosts = own == gathering.host
    if not gathering.sitters[own].is_ready:
        free = gathering.wishes.seats - len(gathering.sitters)
        if can_be_ready:
            return _("R: ready (you accept these rules)")
        if not free:
            return _("Waiting: the players are being introduced.")
        waiting = plural("Waiting: {count} seat is free.", "Waiting: {count} seats are free.", free)
        return _("{waiting} B adds a bot.", waiting=waiting) if hosts else waiting
    wanting = missing(gathering)
    if wanting and hosts and len(gathering.sitters) < gathering.wishes.seats:
        return _("You are ready. {missing} B adds a bot.", missing=wanting)
    if wanting:
        return _("You are ready. {missing}", missing=wanting)
    return _("All players are ready. S begins the game.") if hosts else host_can_begin(gathering)


def host_can_begin(gathering: lobby.Gathering) -> str:
    return _("All players are ready. {host} can begin.", host=name_of(gathering, gathering.host))


def invitation(link: str, addresses: Sequence[str], unfound: str = "") -> list[str]:
    above = [_("Friends come by this link (L copies it):"), link] if link else []
    return above + beside_link(addresses, unfound)


def beside_link(addresses: Sequence[str], unfound: str = "") -> list[str]:
    """``unfound``: why the table cannot be found on the network, if that is so."""
    typing = _("or by typing: {addresses}", addresses=_(" or ").join(addresses)) if addresses else ""
    warning = _("Your computer deals. It can't cheat unnoticed, but you could peek.")
    return [line for line in (typing, unfound, warning) if line]
