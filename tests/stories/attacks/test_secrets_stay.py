"""What must stay secret: it stands in no file for others, in no message, and in nothing that is told of other seats."""

from pathlib import Path

import pytest
from twisted.logger import FilteringLogObserver, Logger, LogPublisher

from client.games.mine.names import card_name, role_name
from client.games.mine.standing import secret_lines
from client.games.registry import game_of
from client.screen.table.words import secrets_page, trouble_page, trust_page
from client.terminal.messages import _observer
from client.visit.told import ToldKind
from engine.mine.view import View, mine_view
from tests.client.lines.test_mishaps_in_lines import forged
from tests.stories.attacks.hostile import sent
from tests.support.tables_at_play import small_mine
from tests.support.visitors import Visitor, seated, turns
from tests.support.world import World


def keys_of(visitor: Visitor) -> list[bytes]:
    """A thief of one of them can play in this person's name, or read what only this person may."""
    identity = visitor.me.identity
    seat = identity.seat(_nonce(visitor))
    signing = [identity.key.private_bytes_raw(), seat.signing.private_bytes_raw()]
    return [identity._master, *signing, seat.reading.private_bytes_raw(), seat.choosing]


def _nonce(visitor: Visitor) -> bytes:
    follower = visitor.table.following.follower if visitor.table.following else None
    assert follower is not None
    join = follower.setting.joins[visitor.table.seat]
    assert join is not None
    return join.nonce


def played(world: World, count: int = 6) -> list[Visitor]:
    visitors = seated(world, "Eva", "Ann", "Bob")
    for _turn, _number in zip(turns(world, visitors), range(count), strict=False):
        pass
    return visitors


def view_of(visitor: Visitor) -> View:
    return mine_view(visitor.table.view)


def test_files_for_others_hold_no_key(world: World) -> None:
    eva, *_others = played(world)
    keys = keys_of(eva)
    sent(eva, forged(eva, world))  # type: ignore[arg-type]
    assert eva.table.trouble is not None
    assert eva.table.trouble.evidence is not None
    for path in (eva.table.trouble.evidence, eva.drawer.log(eva.table.tid)):
        content = path.read_bytes()
        assert eva.me.identity.seat(_nonce(eva)).public in content
        for key in keys:
            assert key not in content
            assert key.hex().encode() not in content


def test_the_folder_of_a_person_is_closed_to_others(world: World) -> None:
    eva, *_others = played(world)
    sent(eva, forged(eva, world))  # type: ignore[arg-type]
    assert eva.drawer.folder.stat().st_mode & 0o077 == 0


def test_pages_about_trouble_and_trust_tell_no_secret(world: World) -> None:
    eva, *_others = played(world)
    sent(eva, forged(eva, world))  # type: ignore[arg-type]
    table, view = eva.table, view_of(eva)
    assert table.trouble is not None
    lines = [*trouble_page(table.trouble, table).lines, *trust_page(table).lines]
    lines.append(str(table.trouble))
    text = "\n".join(lines)
    for face in {face for _slot, face in view.hand() if face is not None}:
        assert card_name(face) not in text
    assert role_name(view.role(table.seat) or 0) not in text
    assert secrets_page(game_of(view.state.book.rules), view, table.people).lines, "it is told where it belongs"


def test_what_one_seat_is_told_in_secret_no_other_is_told(world: World) -> None:
    visitors = played(world, 12)
    for one in visitors:
        own = {told.text for told in one.table.told_lines if told.kind is ToldKind.SECRET and told.text}
        assert own
        for other in visitors:
            if other is not one:
                public = {told.text for told in other.table.told_lines if told.kind is not ToldKind.SECRET}
                assert not own & public


def test_nobodys_view_holds_the_hand_or_the_role_of_another(world: World) -> None:
    visitors = played(world, 12)
    for one in visitors:
        view = view_of(one)
        assert view.role(one.table.seat) is not None
        for seat in range(3):
            if seat != one.table.seat:
                assert view.role(seat) is None
                assert not [slot for slot in view.state.hands[seat] if view.face(slot) is not None]
        assert secret_lines(view, one.table.people)


def test_messages_for_those_who_mend_the_program_hold_no_values(tmp_path: Path) -> None:
    secret = "the hand is: map, crossing"
    publisher = LogPublisher()
    with (tmp_path / "client-messages.txt").open("w") as out:
        observer = _observer(out)
        assert isinstance(observer, FilteringLogObserver)
        publisher.addObserver(observer)
        log = Logger("test", observer=publisher)
        log.info(secret)
        try:
            _raise(secret)
        except ValueError:
            log.failure("something went wrong")
    text = (tmp_path / "client-messages.txt").read_text()
    assert "something went wrong" in text
    assert "a sentence without values" in text
    assert secret not in text


def _raise(hand: str) -> None:
    assert hand
    raise ValueError("a sentence without values")


@pytest.mark.parametrize("kind", ["*.open", "*.sent", "*.seal", "*.marks"])
def test_what_lies_beside_a_log_is_closed_to_others(world: World, kind: str) -> None:
    with small_mine():
        visitors = played(world, 3)
        for one in visitors:
            assert one.table.marks is not None
            one.table.marks.set((one.table.seat + 1) % 3, "saboteur")
        paths = [path for one in visitors for path in one.drawer.folder.glob(kind)]
    assert paths or kind == "*.sent"
    assert all(path.stat().st_mode & 0o077 == 0 for path in paths)
