"""Cheats at the edges of what an auditor without the rules can know, which need no list of their own."""

from dataclasses import replace

from msgspec import structs

from protocol.log import bodies
from protocol.log.faults import Code
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.codec import encode
from tests.stories.cheats.games import Game, entries_of, said
from tests.stories.cheats.scenes import SERVER, Cheats, Scene, tiny_scene
from tests.stories.cheats.test_saboteur2 import scene as saboteur2_scene
from tests.stories.cheats.test_seeds_and_ends import game_opened
from tests.support.parts import close

cheat = Cheats()


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_game_that_is_opened_in_the_place_of_its_last_round(table: Scene) -> bytes:
    at = max(at for at, entry in enumerate(table.entries) if entry.kind == Kind.ROUND_OPEN)
    opened = said(Kind.GAME_OPEN, game_opened(table, (0, 1, 2, 3), (3,)), 3)
    return table.until(at, opened, table.entries[table.place(Kind.END)])


@cheat(Code.SEED, SERVER, tiny_scene)
def a_game_opened_with_neither_its_seeds_nor_its_choices(table: Scene) -> bytes:
    at = table.place(Kind.ACT, after=table.place(DealerKind.CHOICE))
    return table.server_says(Kind.GAME_OPEN, game_opened(table, (0, 1, 2)), at)


@cheat(Code.OUT_OF_PLACE, SERVER)
def a_table_abandoned_after_its_last_round(table: Scene) -> bytes:
    gone = [entry for seat in range(3) for entry in _leaving(seat, 3)]
    end = said(Kind.END, bodies.End(reason="abandoned", seats=[0, 1, 2]), 3)
    return table.until(table.place(Kind.GAME_OPEN), *gone, end)


def _leaving(seat: int, round_: int) -> list[Entry]:
    left = replace(said(Kind.LEAVE, bodies.Nothing(), round_), actor=seat, counter=10**6)
    return [left, said(Kind.SEAT_OUT, bodies.SeatOut(seat=seat), round_)]


@cheat(Code.OUT_OF_PLACE, SERVER, saboteur2_scene)
def a_complaint_about_a_box_whose_cards_are_dead(table: Scene) -> bytes:
    shows = [
        (at, table.body(at, dealer_bodies.Show))
        for at, entry in enumerate(table.entries)
        if entry.kind == DealerKind.SHOW
    ]
    renewals = (at for at, entry in enumerate(table.entries) if entry.kind == DealerKind.RENEW)
    for at in renewals:
        old = set(table.body(at, dealer_bodies.Renew).slots)
        dead = [(place, body) for place, body in shows if place < at and old.issuperset(body.slots)]
        if dead:
            place, body = dead[0]
            complaint = said(DealerKind.COMPLAINT, dealer_bodies.Complaint(seq=place + 1), table.entries[at].round)
            return table.until(at + 1, replace(complaint, actor=body.seat, counter=10**6))
    raise AssertionError("every card that was shown lives")


@cheat(Code.ILLEGAL, SERVER)
def an_empty_box_for_no_seat(table: Scene) -> bytes:
    return table.server_says(DealerKind.SHOW, dealer_bodies.Show(seat=3, slots=[30], box=b""), table.own_turn())


class WithStandIn(Game):
    """A table where a bot plays for a seat that is away."""

    options = structs.replace(Game.options, absent=bodies.BotSeat(bot="random", rev=1))


def before_the_deal() -> Scene:
    """Such a table before its first card."""
    game = WithStandIn()
    game.agree()
    return Scene(game, list(game.host.entries))


@cheat(Code.WRONG_ACTOR, SERVER, before_the_deal)
def talk_of_a_seat_that_a_bot_plays(table: Scene) -> bytes:
    talk = replace(said(Kind.TALK, bodies.Talk(salt=bytes(16), text="beep"), 0), actor=0)
    return table.forge.write([*table.entries, *_leaving(0, 0), talk], signing=lambda entry: entry is not talk)


def _moved(table: Scene, kind: int, at: int) -> bytes:
    """The first entry of a kind in another place."""
    return table.until(at, replace(table.entries[table.place(kind)], round=table.entries[at].round, counter=10**6))


@cheat(Code.ILLEGAL, None, tiny_scene)
def a_choice_before_the_first_deal(table: Scene) -> bytes:
    return _moved(table, DealerKind.CHOICE, table.place(DealerKind.DECK_COMMIT))


@cheat(Code.ILLEGAL, None, tiny_scene)
def a_choice_behind_the_round(table: Scene) -> bytes:
    return _moved(table, DealerKind.CHOICE, table.place(Kind.GAME_OPEN))


@cheat(Code.ILLEGAL, SERVER)
def a_clock_that_runs_before_the_first_deal(table: Scene) -> bytes:
    at = table.place(DealerKind.DECK_COMMIT)
    return table.server_says(Kind.TIMEOUT, bodies.Timeout(seat=0, about=at), at)


@cheat(Code.NOT_DRAWN, SERVER)
def a_value_behind_the_round(table: Scene) -> bytes:
    at = table.place(DealerKind.RANDOM)
    return table.server_says(
        DealerKind.RANDOM, table.body(at, dealer_bodies.RandomValue), table.place(Kind.ROUND_OPEN) + 1
    )


@cheat(Code.CHAIN, 1)
def a_close_over_another_log_behind_a_box_that_is_wrong(table: Scene) -> bytes:
    """What the seeds show comes last."""
    shown, at = table.place(DealerKind.SHOW), table.place(Kind.CLOSE, 1, after=table.place(Kind.END))
    true = table.body(shown, dealer_bodies.Show)
    wrong = encode(dealer_bodies.Show(seat=true.seat, slots=true.slots, box=bytes(len(true.box))))
    entries = [*table.entries[:shown], replace(table.entries[shown], body=wrong), *table.entries[shown + 1 : at + 1]]
    there = Scene(table.game, entries_of(table.forge.write(entries)))
    closing = replace(there.entries[at], body=encode(close(table.place(Kind.END) + 1, bytes(32))))
    return there.signed_by(table.game.keys[1].signing, at, closing)
