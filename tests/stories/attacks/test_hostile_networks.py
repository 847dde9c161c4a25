"""A computer on the same network announces games that are none: what is shown is safe, and leads nowhere by itself."""

from typing import Any

import pytest

from client.lan.announcement import BadAnnouncement, read_texts, write_texts
from client.lan.browse import Found
from client.lines.gathering import nearby_lines
from client.screen.screens.lan import LanScreen
from protocol.wire import lobby
from protocol.wire.invite import BadInvite, Invite
from tests.client.lines.persons import UNSAFE
from tests.client.screen.around_fakes import NOTHING, PIN, BareApp, FakeBrowser
from tests.client.screen.piloted import piloted, screen_text
from tests.stories.attacks.hostile import NASTY

CODE = "ABCDEFGH"


def announced(host: str, **how: Any) -> lobby.Offer | None:
    """What is read from a record with this host; None if it is no announcement."""
    common: dict[str, Any] = {"code": CODE, "rules": "base", "seats": 5, "taken": 2, "locked": False}
    texts = write_texts(lobby.Offer(host="x", **{**common, **how}), 1, "A" * 51 + "Q") | {"host": host}
    try:
        return read_texts({key.encode(): text.encode("utf-8", "surrogatepass") for key, text in texts.items()}).offer
    except BadAnnouncement:
        return None


HOSTS = [*NASTY, "\x1b[2J\x1b]0;owned\x07", "a\nundermine join evil", "\u202eabc", "x" * 255, "", "\ud800"]


@pytest.mark.parametrize("host", HOSTS)
def test_whoever_announces_a_game_writes_one_line_that_can_be_printed(host: str) -> None:
    offer = announced(host)
    if offer is None:
        return
    lines = nearby_lines([Found(Invite("192.168.1.9"), offer, "0.1.0", True)], "")
    assert len(lines) == 2
    assert not any(UNSAFE.search(line) for line in lines)
    assert lines[1] == f"  undermine join undermine://192.168.1.9 --table {CODE}"


def test_most_of_these_are_announcements() -> None:
    assert sum(announced(host) is not None for host in HOSTS) > len(HOSTS) // 2


@pytest.mark.parametrize("host", ["-rf", "a b", "a;reboot", "$(reboot)", "evil\n", "[::1", "\u212aelvin", "a" * 300])
def test_no_address_is_more_than_an_address(host: str) -> None:
    with pytest.raises(BadInvite):
        Invite(host, pin=PIN)


@piloted
async def test_a_network_full_of_such_games_is_a_list() -> None:
    browser: Any = FakeBrowser()
    app = BareApp(lambda _visit: LanScreen(browser))
    async with app.run_test(size=(80, 24)) as pilot:
        for text in NASTY:
            offer = announced(text)
            if offer is not None:
                browser.find(offer.host, taken=5, rules="+" * 1000, fits=False)
        await pilot.pause()
        assert f"On this network: {len(browser.found)} tables" in screen_text(app)
        assert "[red]Ann[/red]" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.came_to == NOTHING, "no client joins a game of another version"
