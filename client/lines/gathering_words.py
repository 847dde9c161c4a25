"""Gatherings in sentences: how they stand, what has changed, and by which rules will be played."""

from collections.abc import Iterator

from client.i18n import _, plural
from client.words.naming import called
from client.words.rules import unknown_part
from engine.errors import UnfitRules
from engine.mine.flags import PRESETS, flags_of
from engine.rules import parse, preset
from protocol.log import bodies
from protocol.wire import lobby

_TID = 16


def rules_lines(text: str) -> list[str]:
    """The rules as they are named, what that means, and every flag that is changed."""
    try:
        rules = parse(text)
    except UnfitRules:
        part = unknown_part(text)
        return [_("Rules: {rules}. This program does not know “{part}”; it may be too old.", rules=text, part=part)]
    short = str(rules)
    name = short.partition("+")[0]
    lines = [_("Rules: {rules}. {meaning}", rules=short, meaning=_(PRESETS[name].meaning))]
    for flag in flags_of(rules.card_set):
        if rules[flag.name] != preset(name)[flag.name]:
            meaning = _(flag.meaning_of(rules[flag.name]))
            lines.append(_("Changed ({rule}): {meaning}", rule=flag.rule, meaning=meaning))
    return lines


def options_lines(options: bodies.Options) -> list[str]:
    """Times, what becomes of those who are absent, and who may see what."""
    lines = [
        _(
            "A turn has {turn} s, any other question {step} s, a reaction {window} s, and everybody {bank} s more,"
            " once in the game.",
            turn=options.turn_seconds,
            step=options.step_seconds,
            window=options.window_seconds,
            bank=options.bank_seconds,
        ),
        plural(
            "Whose time is up {count} time in a row is absent.",
            "Whose time is up {count} times in a row is absent.",
            options.absent_after,
        )
        + " "
        + _absent(options.absent),
        _("A pause lasts at most {most} s.", most=options.pause_most)
        if options.pause_most
        else _("There are no pauses."),
        _("Others may watch.") if options.spectators else _("Nobody else may watch."),
    ]
    if options.host_plays:
        lines.append(_("Whoever runs the server plays too, and could see all cards."))
    return lines


def _absent(bot: bodies.BotSeat | None) -> str:
    if bot is None:
        return _("Who is absent passes.")
    return _("For who is absent the bot “{bot}” plays, in revision {rev}.", bot=bot.bot, rev=bot.rev)


def gathering_lines(gathering: lobby.Gathering, own: int) -> list[str]:
    """How it stands, from the rules to the seats."""
    wishes, before = gathering.wishes, gathering.predecessor
    lines = [
        "",
        _("You sit at the gathering {code}. Others come with: sit {code}", code=gathering.code),
        *rules_lines(wishes.rules),
        *options_lines(gathering.options),
    ]
    if gathering.locked:
        lines.append(_("A password is asked for."))
    if not wishes.listed:
        lines.append(_("It is not listed: only who knows the code can come."))
    if before is not None:
        told = {"table": before.tid.hex()[:_TID], "reason": before.reason}
        lines.append(_("It follows table {table}, which was {reason}.", **told))
    if gathering.dissolved:
        lines.append(
            plural("{count} start came to nothing.", "{count} starts in a row came to nothing.", gathering.dissolved)
        )
    lines += [f"  {seat + 1}  {text}" for seat, text in enumerate(_sitters(gathering, own))]
    return [*lines, free_line(gathering), *next_lines(gathering, own)]


def _sitters(gathering: lobby.Gathering, own: int) -> Iterator[str]:
    for seat, sitter in enumerate(gathering.sitters):
        marks = []
        if seat == own:
            marks.append(_("you"))
        if seat == gathering.host:
            marks.append(_("host"))
        if sitter.bot is not None:
            marks.append(_("bot"))
        else:
            marks.append(_("ready") if sitter.is_ready else _("not ready"))
        yield _("{name} ({marks})", name=called(sitter.name), marks=", ".join(marks))


def free_line(gathering: lobby.Gathering) -> str:
    """How many seats there are, and how many are free."""
    seats, free = gathering.wishes.seats, gathering.wishes.seats - len(gathering.sitters)
    if not free:
        return plural("The {count} seat is taken.", "All {count} seats are taken.", seats)
    return plural("{count} of {seats} seats is free.", "{count} of {seats} seats are free.", free, seats=seats)


def next_lines(gathering: lobby.Gathering, own: int) -> list[str]:
    """What the person can do now."""
    full = len(gathering.sitters) == gathering.wishes.seats
    if not gathering.sitters[own].is_ready:
        return [_("“ready” says that you accept these rules.")] if full else []
    if not full or not all(sitter.is_ready for sitter in gathering.sitters):
        return []
    if own == gathering.host:
        return [_("Everybody is ready: “start” begins the game.")]
    return [_("Everybody is ready; {host} begins the game.", host=called(gathering.sitters[gathering.host].name))]


def changes(before: lobby.Gathering, now: lobby.Gathering, own: int) -> list[str]:
    """What is new at a gathering, in sentences."""
    if before.code != now.code:
        return gathering_lines(now, own)
    lines = []
    if now.dissolved > before.dissolved:
        lines.append(_("The start was dissolved: not everybody agreed to the table in time. Everybody is asked anew."))
    was, is_ = _by_person(before), _by_person(now)
    lines += [_("{name} has gone.", name=called(was[who].name)) for who in was if who not in is_]
    lines += [_("{name} sits down.", name=called(is_[who].name)) for who in is_ if who not in was]
    me = _identity(now.sitters[own])
    lines += [_ready(is_[who], own=who == me) for who in is_ if who in was and is_[who].is_ready != was[who].is_ready]
    if _host(now) != _host(before):
        host = now.sitters[now.host]
        lines.append(
            _("You are the host now.") if now.host == own else _("{name} is the host now.", name=called(host.name))
        )
    if now.options != before.options or now.wishes != before.wishes:
        lines += [*rules_lines(now.wishes.rules), *options_lines(now.options)]
    if len(now.sitters) != len(before.sitters):
        lines.append(free_line(now))
    return [*lines, *next_lines(now, own)] if lines else []


def newcomers(before: lobby.Gathering | None, now: lobby.Gathering) -> list[lobby.Sitter]:
    """Who did not sit there before."""
    was = {} if before is None or before.code != now.code else _by_person(before)
    return [sitter for sitter in now.sitters if _identity(sitter) not in was]


def _ready(sitter: lobby.Sitter, *, own: bool) -> str:
    if own:
        return _("You are ready.") if sitter.is_ready else _("You are not ready any more.")
    told = {"name": called(sitter.name)}
    return _("{name} is ready.", **told) if sitter.is_ready else _("{name} is not ready any more.", **told)


def _identity(sitter: lobby.Sitter) -> bytes | str:
    """A person by the key, a bot by its name: both are there once."""
    return sitter.key if sitter.key is not None else sitter.name


def _by_person(gathering: lobby.Gathering) -> dict[bytes | str, lobby.Sitter]:
    return {_identity(sitter): sitter for sitter in gathering.sitters}


def _host(gathering: lobby.Gathering) -> bytes | str:
    return _identity(gathering.sitters[gathering.host])


def offer_lines(offers: tuple[lobby.Offer, ...]) -> list[str]:
    """The gatherings that are listed."""
    if not offers:
        return [_("No gathering is listed. “open base 5” opens one with five seats.")]
    return [_("Gatherings; “sit” and a code takes a seat:"), *map(_offer, offers)]


def _offer(offer: lobby.Offer) -> str:
    line = plural(
        "  {code}  {rules}, {taken} of {count} seat taken, host {host}",
        "  {code}  {rules}, {taken} of {count} seats taken, host {host}",
        offer.seats,
        code=offer.code,
        rules=offer.rules,
        taken=offer.taken,
        host=called(offer.host),
    )
    return _("{line}, with a password", line=line) if offer.locked else line


PARTED = {
    "risen": _("You have left the gathering."),
    "dismissed": _("The host has sent you away from the gathering."),
    "closed": _("The gathering was closed."),
}
"""By what the server says why one does not sit there any more."""
