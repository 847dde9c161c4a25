"""Make the pictures of the screen in docs/pictures: the real program plays at real servers, and is looked at.

Run it from the top of the tree with `python -m docs.screens`; names of scenes make only these.  Every run deals other
cards, so no two make the same pictures.  Nothing in them is of the computer that makes them: people keep their files in
a folder that is really called “~”, and the address of this computer is one for documentation (RFC 5737).
"""

import os
import secrets
import subprocess
import sys
from asyncio import get_event_loop
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from ipaddress import ip_interface
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any
from unittest.mock import patch

from twisted.internet import task
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

from client.exports.frames import frame
from client.exports.svg import picture as board_picture
from client.lan import addresses, multicast
from client.learn.course import LESSONS, PUZZLES, Course, Done, chapters
from client.net.drawer import Drawer, Ended, Source
from client.net.local_server import LocalServer
from client.profile.keyfile import KeyFile
from client.profile.profile import Profile
from client.profile.settings import Settings
from client.render.charset import ASCII, BOX, Charset
from client.replay.opened import opened
from client.replay.table import ReplayedTable
from client.screen.app.app import UndermineApp
from client.screen.app.kit import Kit
from client.screen.screens.connecting import LostPage
from client.screen.screens.games import GamesScreen
from client.screen.screens.gathering import GatheringScreen
from client.screen.screens.lan import LanScreen
from client.screen.screens.menu import MenuScreen
from client.screen.screens.setup import SetupScreen
from client.screen.table.learning import LearningScreen
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import ChoiceDialogue
from client.screen.widgets.page import Page
from client.terminal.reactor import install_reactor
from client.visit.door import Door
from client.visit.errand import Alone, At, Errand, Looking, LookingBack, Setup, Studying, Undecided, WithFriends
from docs.hands import Hands
from docs.walker import Walker
from engine.bots import BOTS
from engine.mine.game import ALL_CARDS
from engine.mine.rules.actions.break_tool import BreakTool
from engine.rules import parse
from protocol.host.selfplay import SelfPlay
from protocol.keys.identity import Identity
from protocol.wire import lobby
from protocol.wire.invite import Invite

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
ADDRESS, LOOPBACK = "192.0.2.20", "127.0.0.1"
SMALL, LARGE = (80, 24), (160, 50)
FIRST_EVENING = 1_783_800_000
"""When the first of some games ended, in seconds since 1970."""
_CHARTS = 9
"""Cards that lie face up, in a cave to look at."""
_NEW = {card.number for card in ALL_CARDS if card.door or card.crystals or card.ladder}
"""Path cards that the base game does not have."""


def keep(name: str, svg: str) -> None:
    """One picture."""
    (PICTURES / f"{name}.svg").write_text(svg, "utf-8")
    print(name, flush=True)


@contextmanager
def elsewhere() -> Iterator[None]:
    """The address is made up, and no computer on the real network hears of the tables that are announced."""

    join = multicast.join_multicast

    def alone(_interfaces: Sequence[str] | None) -> Any:
        return join([LOOPBACK])

    own = [ip_interface(f"{ADDRESS}/24")]
    with (
        patch.multiple(addresses, _own=lambda: own, _way_out=lambda: [ADDRESS]),
        patch.object(multicast, "join_multicast", alone),
    ):
        yield


def profile_of(name: str) -> Profile:
    """With its files in the folder that is called “~”."""
    kept = Profile(name)
    kept.config = Path("~/.config/undermine") / name
    kept.data = Path("~/.local/share/undermine") / name
    return kept


@asynccontextmanager
async def screen(
    errand: Errand,
    name: str = "Mira",
    profile: str = "default",
    charset: Charset = BOX,
    kind: type[Hands] = Hands,
) -> AsyncIterator[Hands]:
    """The program, started for an errand."""
    from twisted.internet import reactor  # noqa: PLC0415  # here: it has been chosen by now

    kept = profile_of(profile)
    identity = Identity(KeyFile.of(kept).load_or_make(secrets.token_bytes))
    settings = Settings(name=name, confirm="never")
    kit = Kit(name, kept, settings, charset, LocalServer.of(kept))
    kit.door, kit.in_thread = Door(reactor, kept, identity), deferToThread
    app = UndermineApp(kit, errand)
    async with app.run_test(size=SMALL) as pilot:
        yield kind(pilot)
    closed = app.closed()
    assert closed is not None
    await closed.asFuture(get_event_loop())


# before a game


async def before_a_game() -> None:
    """The start menu, and a table that is set up."""
    async with screen(Undecided()) as hands:
        await hands.wait_for(MenuScreen)
        keep("menu", await hands.picture())
        await hands.press("2")
        await hands.wait_for(SetupScreen)
        await hands.press("right", "right")
        keep("setup", await hands.picture())


# games

Moment = tuple[Callable[[Hands], bool], Callable[[Hands], Awaitable[None]]]
"""Whether there is something to see in the player's turn, and taking a picture of it."""


async def play(hands: Hands, moments: list[Moment], ends: dict[str, str]) -> None:
    """Games, until every moment has come, and every end that is named in ``ends``, with its picture."""
    while moments or ends:
        await hands.wait(
            lambda: hands.may_act or hands.may_go_on or isinstance(hands.app.screen, ChoiceDialogue | Page)
        )
        top = hands.app.screen
        if isinstance(top, ChoiceDialogue):
            await hands.press("1")
        elif hands.may_go_on:
            await go_on(hands, ends)
        elif isinstance(top, Page):
            await turn_page(hands, top, ends)
        else:
            for moment in [one for one in moments if one[0](hands)]:
                moments.remove(moment)
                await moment[1](hands)
            await hands.take_turn()


async def go_on(hands: Hands, ends: dict[str, str]) -> None:
    """A round is over; its end is seen on the board."""
    if name := ends.pop(f"Round {hands.table.closed_round} is over", ""):
        keep(name, await hands.picture())
    await hands.press("enter")
    await hands.wait(lambda: hands.table.between_rounds is None)


async def turn_page(hands: Hands, page: Page, ends: dict[str, str]) -> None:
    """After the last page of a game another game begins."""
    if page._title.startswith("The game is over"):
        await hands.wait(lambda: any("VERIFIED" in line for line in page._lines))
    if name := ends.pop(page._title.partition(":")[0], ""):
        keep(name, await hands.picture())
    await hands.press("enter")
    await hands.wait(lambda: hands.app.screen is not page)


async def base_game() -> None:
    """To its end, and as many more as it takes."""
    moments: list[Moment] = [
        (is_dug, show_table),
        (can_break, show_breaking),
        (lambda hands: hands.table.entries > 90, show_trust),
    ]
    async with screen(Alone(Setup(bot_ms=0))) as hands:
        await play(hands, moments, {"Round 1 is over": "round", "The game is over": "end"})


def is_dug(hands: Hands) -> bool:
    """Whether there is something to look at, and drawn in blocks: a board with more rows is drawn in lines."""
    state = hands.view.state
    desk: Any = hands.app.screen.desk
    in_blocks = desk._seen().size.height > 1
    dug = len(state.board.network.slots) > 8 and in_blocks
    return state.round > 1 and dug and any(state.broken) and bool(hands.promising())


async def show_table(hands: Hands) -> None:
    """With a guess and a word, in a small window and in a large one."""
    await hands.press("g", "2")
    await hands.answer("saboteur")
    await hands.press("t")
    await hands.type("I saw a stone at the bottom.")
    await hands.press("enter")
    await hands.wait(lambda: any("stone at the bottom." in told.text for told in hands.table.told_lines))
    await hands.press(hands.promising())
    keep("table", await hands.picture())
    await hands.resize(*LARGE)
    keep("table-large", await hands.picture())
    await hands.resize(*SMALL)
    await hands.press("escape")


def can_break(hands: Hands) -> bool:
    """Whether another player's tool can be broken."""
    return any(isinstance(act, BreakTool) for act in hands.table.legal())


async def show_breaking(hands: Hands) -> None:
    """A card that is played on another player."""
    act = next(act for act in hands.table.legal() if isinstance(act, BreakTool))
    await hands.press(hands.number_of(act.slot))
    await hands.wait_for(ChoiceDialogue)
    keep("break", await hands.picture())
    await hands.press("escape")


async def show_trust(hands: Hands) -> None:
    """What was checked."""
    await hands.press("v")
    await hands.wait_for(Page)
    keep("trust", await hands.picture())
    await hands.press("escape")


async def ascii_game() -> None:
    """The same in other characters."""

    async def show(hands: Hands) -> None:
        await hands.press(hands.promising())
        keep("ascii", await hands.picture())

    async with screen(Alone(Setup(bot_ms=0)), profile="ascii", charset=ASCII) as hands:
        await play(hands, [(is_dug, show)], {})


async def saboteur2_game() -> None:
    """Until enough was seen of it."""
    moments: list[Moment] = [
        (is_full_of_novelties, show_saboteur2),
        (lambda hands: len(hands.view.hand()) > 4 and hands.table.entries > 60, show_discarding),
    ]
    async with screen(Alone(Setup("saboteur2", 7, bot_ms=0)), profile="saboteur2") as hands:
        await play(hands, moments, {})


def is_full_of_novelties(hands: Hands) -> bool:
    """Whether a picture shows what Saboteur 2 adds."""
    view, state = hands.view, hands.view.state
    seats = range(len(state.hands))
    lying = any(view.is_imprisoned(seat) or view.has_theft(seat) for seat in seats)
    faces = {state.faces.get(slot) for slot in state.board.network.slots.values()}
    return lying and len(faces & _NEW) > 3 and any(state.nuggets) and bool(hands.promising())


async def show_saboteur2(hands: Hands) -> None:
    """A table in the middle of play."""
    await hands.press(hands.promising())
    keep("saboteur2", await hands.picture())
    await hands.press("escape")


async def show_discarding(hands: Hands) -> None:
    """Several cards at once."""
    await hands.press("d", "2", "4")
    keep("discard", await hands.picture())
    await hands.press("escape")


async def box_game() -> None:
    """Everything at once, until there is a tunnel to look at."""

    def is_full(hands: Hands) -> bool:
        return len(hands.view.state.board.network.slots) > 9 and bool(hands.promising())

    async def show(hands: Hands) -> None:
        await hands.press(hands.promising())
        keep("box", await hands.picture())
        await hands.press("escape")

    async with screen(Alone(Setup("saboteur2+everything", 6, bot_ms=0)), profile="box") as hands:
        await play(hands, [(is_full, show)], {})


async def cave_game() -> None:
    """A cave with some events in it: a card that is picked, small and large, and the way of a dwarf."""

    def is_lively(hands: Hands) -> bool:
        state: Any = hands.view.state
        seen = any(state.front) and len(state.board.charts) > _CHARTS
        return hands.table.asked.what == "turn" and seen and bool(hands.promising())  # type: ignore[union-attr]

    async def show(hands: Hands) -> None:
        await hands.press(hands.promising())
        keep("cave", await hands.picture())
        await hands.resize(*LARGE)
        keep("cave-large", await hands.picture())
        await hands.resize(*SMALL)
        await hands.press("escape")

    def is_eventful(hands: Hands) -> bool:
        assert isinstance(hands, Walker)
        state: Any = hands.view.state
        return len(state.board.charts) > _CHARTS and hands.eventful() is not None

    async def show_way(hands: Hands) -> None:
        assert isinstance(hands, Walker)
        step = hands.eventful()
        assert step is not None
        await hands.point(step)
        keep("cave-way", await hands.picture())
        await hands.press("escape")

    async with screen(Alone(Setup("cave", 5, bot_ms=0)), profile="cave", kind=Walker) as hands:
        await play(hands, [(is_lively, show), (is_eventful, show_way)], {})


async def replayed_game() -> None:
    """A whole game among bots, seen again with every card."""
    async with screen(LookingBack(opened(game_among_bots()))) as hands:
        await hands.press("r", "2", "enter", "t")
        await hands.type("22")
        await hands.press("enter", "e")
        await hands.answer("all cards")
        keep("replay", await hands.picture())


async def past_games() -> None:
    """Some games of one player, and how that player has fared."""
    profile = profile_of("past")
    master = KeyFile.of(profile).load_or_make(secrets.token_bytes)
    drawer = Drawer.of(profile, Identity(master))
    drawer.folder.mkdir(parents=True)
    rows = (("base", 5), ("saboteur2", 6), ("cave", 4), ("base", 4), ("base+championship", 5))
    for evening, (rules, seats) in enumerate(rows):
        played = SelfPlay(
            parse(rules),
            seats,
            [BOTS["steady"]],
            lambda label: master if label == "person 0" else secrets_of(label),
            server_bots=seats - 1,
        )
        log = played.play()
        drawer.log(tid := played.host.follower.setting.tid).write_bytes(log)
        drawer.keep_ended(tid, Ended(at=FIRST_EVENING + evening * 86_400, source=Source.SEEN))
    async with screen(Undecided(), profile="past") as hands:
        await hands.press("7")
        await hands.wait(lambda: isinstance(hands.app.screen, GamesScreen) and hands.app.screen.is_read)
        keep("games", await hands.picture())


def game_among_bots() -> Path:
    """Its log."""
    log = Path("game.umlog")
    log.write_bytes(SelfPlay(parse("base"), 5, [BOTS["steady"]], secrets_of, server_bots=4).play())
    return log


def secrets_of(label: str) -> bytes:
    """As `protocol.modes.mode.Fresh`: another game in every run."""
    return secrets.token_bytes(32)


# friends


async def with_friends() -> None:
    """Two hosts, a friend who sits down, and a player who looks around."""
    another = WithFriends(Setup(rules="saboteur2", players=8))
    async with screen(WithFriends(), profile="host") as host, screen(another, "Eva", "eva"):
        await host.wait_for(GatheringScreen)
        with friend("Jonas", host) as typing:
            await host.wait(lambda: "Jonas" in sitting(host))
            typing.write("say Here I am. Who else comes?\n")
            typing.flush()
            await host.press("b", "1")
            await host.wait(lambda: len(sitting(host)) == 3)
            keep("hosting", await host.picture())
            async with screen(Looking(), "Wanda", "wanda") as looker:
                await looker.wait(lambda: found_by(looker) == ["Eva", "Mira"])
                keep("nearby", await looker.picture())


async def cut_off() -> None:
    """A game with a friend, whose computer goes away."""
    for_three = WithFriends(Setup(players=3, bot_seats=1))
    async with screen(for_three, profile="dealer") as host:
        await host.wait(lambda: host.app.visit is not None and host.app.visit.gathering is not None)
        there = At(own_invite(host), gathering(host).code)
        async with screen(there, "Jonas", "jonas") as guest:
            await guest.wait_for(GatheringScreen)
            for person in (guest, host):
                await person.wait(partial(can_be_ready, person))
                await person.press("r")
            await host.wait(lambda: all(sitter.is_ready for sitter in gathering(host).sitters))
            await host.press("s")
            await guest.wait(lambda: isinstance(guest.app.screen, TableScreen) and guest.table.playing)
            await deferToThread(host.app.kit.server.stop).asFuture(get_event_loop())
            await guest.wait_for(LostPage)
            await guest.wait(lambda: guest.app.visit is not None and guest.app.visit.seconds_to_retry() > 2)
            keep("lost", await guest.picture())


@contextmanager
def friend(name: str, host: Hands) -> Iterator[IO[str]]:
    """A friend whom the host has met before, in the line mode of another computer; what is typed there."""
    data = Path("friends", name).absolute()
    identity = Identity(KeyFile(data / "undermine" / "default" / "identity.key").load_or_make(secrets.token_bytes))
    host.app.kit.known.meet(name, identity.public)
    link, code = str(own_invite(host)), gathering(host).code
    with subprocess.Popen(
        [sys.executable, "-m", "client.main", "join", link, "--table", code, "--plain", "--name", name],
        cwd=ROOT,
        env=os.environ | {"XDG_DATA_HOME": str(data), "XDG_CONFIG_HOME": str(data)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        yield process.stdin
        process.terminate()


def own_invite(host: Hands) -> Invite:
    """Where the host's server listens."""
    assert host.app.party is not None
    return host.app.party.connection.own.invite


def gathering(host: Hands) -> lobby.Gathering:
    """As the host sees it."""
    assert host.app.visit is not None
    assert host.app.visit.gathering is not None
    return host.app.visit.gathering


def can_be_ready(hands: Hands) -> bool:
    """Whether all seats are taken and all players were introduced."""
    visit = hands.app.visit
    return visit is not None and visit.gathering is not None and not visit.why_not_ready()


def sitting(host: Hands) -> dict[str, lobby.Sitter]:
    """By name."""
    return {sitter.name: sitter for sitter in gathering(host).sitters}


def found_by(hands: Hands) -> list[str]:
    """Who hosts on this network."""
    top = hands.app.screen
    return sorted(found.offer.host for found in top._browser.found) if isinstance(top, LanScreen) else []


async def lessons() -> None:
    """What a lesson says, and puzzles with a card that is picked."""
    done = Done(Profile("pupil"))
    async with screen(Studying(Course(chapters(LESSONS), done, "Mira"), 7)) as pupil:
        await pupil.wait_for(Page)
        keep("lesson", await pupil.picture())
    for name, at, card in (("puzzle", 27, "4"), ("puzzle-cave", 42, "5")):
        async with screen(Studying(Course(chapters(PUZZLES), done, "Mira"), at)) as pupil:
            await pupil.wait_for(Page)
            await pupil.press("enter")
            await pupil.wait_for(LearningScreen)
            await pupil.press(card)
            keep(name, await pupil.picture())


async def exports() -> None:
    """The board of a whole game, as `undermine export --svg` draws it."""
    game = opened(game_among_bots())
    table = ReplayedTable(game.recording(game.eyes_named("all")))
    table.go(table.find(2, 30) or table.last)
    board = frame(table).board
    assert board is not None
    keep("export", board_picture(board.lines, "The board of a game"))


SCENES = (
    lessons,
    exports,
    before_a_game,
    with_friends,
    cut_off,
    ascii_game,
    saboteur2_game,
    box_game,
    cave_game,
    base_game,
    replayed_game,
    past_games,
)


async def make(names: list[str]) -> None:
    """The scenes of these names, or all of them."""
    for scene in SCENES:
        if not names or scene.__name__ in names:
            await scene()


def main(_reactor: Any) -> "Deferred[None]":
    """Called when the network runs."""
    return Deferred.fromFuture(get_event_loop().create_task(make(sys.argv[1:])))


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    with elsewhere(), TemporaryDirectory() as folder:
        os.chdir(folder)
        task.react(main, (), install_reactor())
