"""What is seen while a server is called, and if it is not the one it should be; a way out by keys and by mouse."""

import pytest

from client.profile.known_servers import KnownServers
from client.screen.screens.connecting import ConnectingScreen
from client.screen.screens.lobby import LobbyScreen
from client.screen.screens.menu import MenuScreen
from client.visit.errand import At
from client.words.trouble import met_before
from protocol.keys.identity import Identity, fingerprint, pin
from protocol.wire.invite import Invite
from protocol.wire.lobby import Announced
from tests.client.screen.piloted import piloted, words_of
from tests.client.screen.table_pilot import HANDS, Keys, Mouse
from tests.client.screen.world_pilot import at_server
from tests.support.world import LINK, World

BEFORE = Identity(bytes(32)).public
"""The key of a server that was met at the same address."""


@pytest.fixture
def known(world: World) -> KnownServers:
    """Those of the person at the screen, who has met a server before."""
    made = KnownServers(world.folder / "eva" / "known-servers")
    made.meet(LINK, BEFORE)
    return made


@pytest.mark.parametrize("hands", HANDS)
@piloted
async def test_whoever_does_not_want_to_wait_goes_back_to_the_menu(
    world: World, hands: type[Keys] | type[Mouse]
) -> None:
    world.kill_server()
    async with at_server(world, At(LINK), hands) as there:
        person = there.person
        assert isinstance(person.top, ConnectingScreen)
        assert "Trying again." in person.text
        await (person.press("escape") if hands is Keys else person.click_on("Back to the menu"))
        await there.settle()
        assert isinstance(person.top, MenuScreen)


@piloted
async def test_the_screen_goes_when_the_server_answers(world: World) -> None:
    world.kill_server()
    async with at_server(world, At(LINK), Keys) as there:
        assert isinstance(there.person.top, ConnectingScreen)
        world.start_server()
        await there.until(lambda: not isinstance(there.person.top, ConnectingScreen))
        assert there.person.app.visit.connected_now


@pytest.mark.parametrize("hands", HANDS)
@piloted
async def test_a_server_with_another_key_than_before_is_refused_loudly(
    world: World, known: KnownServers, hands: type[Keys] | type[Mouse]
) -> None:
    async with at_server(world, At(LINK), hands) as there:
        person = there.person
        read = words_of(person.app)
        for words in (
            "THE KEY OF THE SERVER HAS CHANGED",
            "The server at mine.example:4477 has another key than before.",
            f"The key before: {fingerprint(BEFORE)}",
            f"The key now: {fingerprint(world.identity.public)}",
            "Before you continue, ask the host of the server, by phone or in person.",
            "remove the line of the server from that file, or ask for a new invite link.",
        ):
            assert words in read
        assert str(known.path) in person.text.replace("\n", "").replace(" ", "").replace("\u2503", "")
        await person.push("To the start menu")
        await there.settle()
        assert isinstance(person.top, MenuScreen)


@piloted
async def test_what_the_operator_announces_is_shown_as_text(world: World, known: KnownServers) -> None:
    async with at_server(world, At(Invite(LINK.host, LINK.port, pin(world.identity.public))), Keys) as there:
        before = len(there.person.app._notifications)
        party = there.person.app.party
        assert party is not None
        visit = party.connection.visit
        assert visit is not None
        visit.told(Announced(text="back at [b]ten[/b]"))
        await there.settle()
        notices = list(there.person.app._notifications)[before:]
        assert [(one.message, one.markup) for one in notices] == [("The server announces: back at [b]ten[/b]", False)]


@piloted
async def test_a_link_leads_to_another_key_and_says_so(world: World, known: KnownServers) -> None:
    async with at_server(world, At(Invite(LINK.host, LINK.port, pin(world.identity.public))), Keys) as there:
        assert isinstance(there.person.top, LobbyScreen)
        (notice,) = there.person.app._notifications
        assert notice.message == met_before(fingerprint(BEFORE))
    assert known.pin_of(LINK) == pin(BEFORE)
