"""From seeds to shuffles, salts and commitments: frozen bytes, made by a second program, and an even shuffle."""

import json
from struct import unpack
from typing import Any

import pytest

from engine.front import setup
from engine.rules import parse
from engine.slots import shuffled
from protocol.host.selfplay import from_seed
from protocol.keys.hashing import digest, frame
from protocol.keys.player_seed import player_commitment
from protocol.keys.stream import Stream
from protocol.modes.dealer.chance import RENEWAL, Ordinals, random_value, renewed
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.secrets import Secrets
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS, Root, commitment, server_commitment
from tests.stories.cheats import paper, paper_vectors
from tests.support.threats import threat

VECTORS: dict[str, Any] = json.loads((paper_vectors.VECTORS / "seeds.json").read_text("utf-8"))
TID, KEY, NONCE = (bytes.fromhex(VECTORS[name]) for name in ("tid", "key", "nonce"))
SEEDS = [bytes.fromhex(seed) for seed in VECTORS["seeds"]]
DEALS, DECK = 2000, 67
CRITICAL_66 = 112.6
"""Chi-square with 66 degrees of freedom is above this in 0.03 % of all cases."""
CRITICAL_9 = 31.0
"""The same for 9 degrees."""
PASS, GOLD = 2, 3
"""The numbers of two random kinds."""


def root_of(vector: dict[str, Any]) -> Root:
    """The root that a vector is about."""
    return Root.mix(TID, vector["round"], vector["class"], bytes.fromhex(vector["server_seed"]), SEEDS)


@pytest.mark.parametrize("name", paper_vectors.MAKERS)
def test_the_vectors_are_what_the_second_program_says(name: str) -> None:
    assert (paper_vectors.VECTORS / name).read_text("utf-8") == paper_vectors.text(name)


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: vector["digest"][:8])
def test_a_frame_never_changes(vector: dict[str, Any]) -> None:
    parts = [bytes.fromhex(part) for part in vector["parts"]]
    assert frame(vector["tag"], *parts).hex() == vector["frame"]
    assert digest(vector["tag"], *parts).hex() == vector["digest"]


def test_no_two_lists_of_parts_have_one_frame() -> None:
    assert len({vector["frame"] for vector in VECTORS["frames"]}) == len(VECTORS["frames"])


@pytest.mark.parametrize("size", [0, 255, 256, 257, 65536])
def test_a_part_of_any_size_stands_behind_its_length(size: int) -> None:
    assert frame("x", bytes(size)) == b"\1x" + size.to_bytes(4, "little") + bytes(size)


@pytest.mark.parametrize("tag", ["undermine/1/kärtchen", "x" * 256], ids=["not ASCII", "too long"])
def test_a_tag_that_cannot_be_framed_is_an_error_and_not_another_tag(tag: str) -> None:
    with pytest.raises(ValueError, match=r"ordinal|byte"):
        frame(tag)


@pytest.mark.parametrize("vector", VECTORS["server_commitments"], ids=lambda vector: vector["commitment"][:8])
def test_the_servers_commitments_never_change(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert server_commitment(KEY, NONCE, vector["round"], vector["class"], seed).hex() == vector["commitment"]


def test_the_servers_commitments_differ_by_round_and_class() -> None:
    commitments = [vector["commitment"] for vector in VECTORS["server_commitments"]]
    assert len(set(commitments)) == len(commitments) == 6


def test_a_players_commitment_never_changes() -> None:
    vector = VECTORS["player_commitment"]
    assert player_commitment(KEY, NONCE, bytes.fromhex(vector["seed"])).hex() == vector["commitment"]


def test_a_players_commitment_belongs_to_one_key_and_one_nonce() -> None:
    """A copy is of no use: it opens under the key and the nonce that are inside."""
    seed = bytes(32)
    made = {player_commitment(*parts) for parts in ((KEY, NONCE, seed), (NONCE, KEY, seed), (KEY, KEY, seed))}
    assert len(made) == 3


@pytest.mark.parametrize("vector", VECTORS["roots"], ids=lambda vector: f"{vector['round']}-{vector['class']}")
class TestRoot:
    """All chance of a round and a class."""

    def test_the_mix(self, vector: dict[str, Any]) -> None:
        assert root_of(vector).root.hex() == vector["root"]

    def test_the_seal_key(self, vector: dict[str, Any]) -> None:
        assert root_of(vector).seal_key.hex() == vector["seal_key"]

    def test_the_piles(self, vector: dict[str, Any]) -> None:
        root = root_of(vector)
        for pile in vector["piles"]:
            stream = root.pile(pile["pile"])
            assert tuple(stream.draw(2**32) for _ in range(66)) == unpack("<66I", bytes.fromhex(pile["words"]))
            assert bytes(shuffled(range(DECK), root.pile(pile["pile"]).draw)).hex() == pile["order"]

    def test_the_events(self, vector: dict[str, Any]) -> None:
        for event in vector["events"]:
            stream = root_of(vector).event(event["kind"], event["subject"], event["ordinal"])
            assert [stream.draw(below) for below in event["below"]] == event["values"]

    def test_the_salts_and_the_commitments(self, vector: dict[str, Any]) -> None:
        root = root_of(vector)
        for slot in vector["slots"]:
            salt = root.salt(slot["slot"])
            assert salt.hex() == slot["salt"]
            made = commitment(TID, vector["round"], slot["slot"], slot["face"], salt)
            assert made.hex() == slot["commitment"]

    def test_whatever_is_mixed_in_changes_it(self, vector: dict[str, Any]) -> None:
        root = root_of(vector)
        other = bytes(32)
        changed = [
            Root.mix(other, root.round, root.class_, root.server_seed, SEEDS),
            Root.mix(TID, root.round + 1, root.class_, root.server_seed, SEEDS),
            Root.mix(TID, root.round, 1 - root.class_, root.server_seed, SEEDS),
            Root.mix(TID, root.round, root.class_, other, SEEDS),
            Root.mix(TID, root.round, root.class_, root.server_seed, [*SEEDS[:-1], other]),
            Root.mix(TID, root.round, root.class_, root.server_seed, SEEDS[::-1]),
            Root.mix(TID, root.round, root.class_, root.server_seed, SEEDS[:-1]),
        ]
        assert len({root.root, *(one.root for one in changed)}) == 8
        assert len({one.salt(1) for one in (root, *changed)}) == 8


@pytest.mark.parametrize("vector", VECTORS["orders"], ids=lambda vector: str(vector["size"]))
def test_a_shuffle_never_changes(vector: dict[str, Any]) -> None:
    stream = Stream(paper.made(f"pile {vector['size']}"))
    assert bytes(shuffled(range(vector["size"]), stream.draw)).hex() == vector["order"]


def test_the_numbers_of_renewals_and_classes_are_frozen() -> None:
    """Those of the random kinds are the rules': tests/engine/test_numbers.py has their list."""
    assert RENEWAL == 100
    assert (ROUND_CLASS, GAME_CLASS) == (0, 1)


@threat("chance-shifted")
def test_a_random_event_is_not_shifted_by_any_other() -> None:
    """Events of other kinds and seats, in whatever number, leave a value as it is."""
    root = root_of(VECTORS["roots"][1])
    alone, busy = Ordinals(), Ordinals()
    for subject in (0, 1, 1, 1, 2):
        random_value(root, busy, PASS, subject, 6)
        random_value(root, busy, GOLD, 3, 6)
        renewed(root, 2, busy.next(RENEWAL, 2), [1, 2, 3])
    below = 2**32
    assert random_value(root, busy, PASS, 3, below) == random_value(root, alone, PASS, 3, below)


@threat("commitment-guessed")
def test_no_salt_that_can_be_guessed_opens_a_commitment() -> None:
    """Every face is tried: without a salt, with short and counted salts, and with those of the other slots."""
    deals, slots = deals_of(0)
    faces = set(deals.faces.values())
    opened = {slot: deals.salt(slot) for slot in slots}
    assert len(set(opened.values())) == len(slots)
    assert {len(salt) for salt in opened.values()} == {32}
    counted = [b"", *(number.to_bytes(size, "little") for size in (1, 32) for number in range(100))]
    tid = paper.made("table 0")
    for slot in slots[::20]:
        made, (round_, _) = deals.commitment(slot), deals._home[slot]
        assert commitment(tid, round_, slot, deals.faces[slot], opened[slot]) == made
        guesses = [*counted, *(salt for other, salt in opened.items() if other != slot)]
        assert made not in {commitment(tid, round_, slot, face, salt) for face in faces for salt in guesses}


def test_the_same_event_again_is_another_value_until_the_round_is_over() -> None:
    root, ordinals = root_of(VECTORS["roots"][1]), Ordinals()
    first, second = (random_value(root, ordinals, PASS, 1, 2**32) for _ in range(2))
    ordinals.begin_round()
    assert first != second
    assert random_value(root, ordinals, PASS, 1, 2**32) == first


def deals_of(number: int) -> tuple[Deals, list[int]]:
    """A table's first deal and its slots."""
    seeds = {(round_, class_): paper.made(f"chi {number} {round_} {class_}") for round_ in (0, 1) for class_ in (0, 1)}
    deals = Deals(paper.made(f"table {number}"), setup(parse("base"), 5).book, seeds, [])
    return deals, deals.deal(1, 0)


def chi_square(counts: list[int]) -> float:
    """How far from even."""
    even = sum(counts) / len(counts)
    return sum((count - even) ** 2 / even for count in counts)


def test_the_shuffle_of_a_deal_is_even() -> None:
    """Where the one dead-end cross lies, under which goal the treasure, and which role is left over."""
    places, treasures, spares = [0] * DECK, [0] * 3, [0] * 2
    for number in range(DEALS):
        deals, slots = deals_of(number)
        faces = [deals.faces[slot] for slot in slots]
        deck, goals = faces[-DECK:], faces[-DECK - 3 : -DECK]
        places[deck.index(18)] += 1
        treasures[goals.index(2)] += 1
        spares[faces[-DECK - 4] == 202] += 1
    assert chi_square(places) < CRITICAL_66
    assert chi_square(treasures) < CRITICAL_9
    assert chi_square([spares[0] // 2, spares[1]]) < CRITICAL_9  # four diggers and two saboteurs


def test_every_order_of_four_is_as_likely() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for number in range(24 * 100):
        order = shuffled(range(4), Stream(paper.made(f"four {number}")).draw)
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert chi_square(list(counts.values())) < 53.0  # 23 degrees of freedom: 0.04 %


def test_a_value_is_drawn_without_bias() -> None:
    """Just above half of all words: without rejection the lower half would come twice as often."""
    stream, below = Stream(b"bias"), 3 * 2**30
    low = sum(stream.draw(below) < 2**30 for _ in range(30_000))
    assert 9_600 < low < 10_400


@pytest.mark.parametrize(("word", "drawn"), [(2**32 - 5, 5), (2**32 - 4, 1)])
def test_of_the_last_incomplete_stretch_every_word_is_thrown_away(word: int, drawn: int) -> None:
    """2^32 is 4 more than a multiple of 6."""
    stream = Stream(b"edge")
    stream._words = [7, word]
    assert stream.draw(6) == drawn


def test_what_gives_every_card_does_not_show_itself() -> None:
    """A repr ends up in tracebacks and server messages."""
    root = Root.mix(bytes(32), 1, GAME_CLASS, b"the seed of the server, 32 bytes", [b"a player's"])
    assert root.root.hex() not in repr(root)
    assert "seed of the server" not in repr(root)


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_secrets_of_a_server_come_back_as_they_were_stored(rounds: int) -> None:
    made = Secrets.make(from_seed(b"secrets"), rounds)
    assert Secrets.from_bytes(made.to_bytes()) == made
    assert len(made.to_bytes()) == 32 * (2 + 1 + 2 * rounds)
