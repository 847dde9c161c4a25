# ruff: noqa: RUF001  names that look alike are what these tests are about
"""Names: the first key owns one, and all that look like it, for as long as it is used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_twisted import ensureDeferred

from server.store.confusables import ALIKE, LIKE_LATIN, MARKS_ALIKE
from server.store.names import MOST_NAMES, BadName, Names, NameTaken, TooManyNames, skeletons
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.names import SqliteNames
from server.store.sqlite.thread import Step
from tests.support.stores import MemoryNames

EVA, BEN = b"\1" * 32, b"\2" * 32
DAY = 24 * 60 * 60


class Calendar:
    """A clock that stands still until it is put forward."""

    def __init__(self) -> None:
        self.now = 2_000_000_000.5

    def __call__(self) -> float:
        return self.now

    def put_forward(self, days: float) -> None:
        self.now += days * DAY


@pytest.fixture
def calendar() -> Calendar:
    """For `names`."""
    return Calendar()


@pytest.fixture
def sqlite_names(journal: SqliteJournal, calendar: Calendar) -> Names:
    """Names that are kept for 90 days."""
    return Names(SqliteNames(journal), 90, calendar)


@pytest.fixture(params=["sqlite", "memory"])
def names(request: pytest.FixtureRequest, calendar: Calendar) -> Names:
    """The same for each implementation."""
    memory = request.param == "memory"
    return Names(MemoryNames(), 90, calendar) if memory else request.getfixturevalue("sqlite_names")


def alike(one: str, other: str) -> bool:
    """Whether who owns one owns the other."""
    return not set(skeletons(one)).isdisjoint(skeletons(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Eva", "eva"),
        ("Eva", "EVA"),
        ("Eva", " E v a "),
        ("Eva", "E\u00a0va"),
        ("Eva", "E\u00advа"),
        ("Eva", "Évä"),
        ("Eva", "E\u0301va"),
        ("Eva", "Ｅｖａ"),
        ("Eva", "𝓔𝓿𝓪"),
        ("Eva", "Еvа"),
        ("Eva", "Ενα"),
        ("Eva", "ΕVΑ"),
        ("Nina", "ΝΙΝΑ"),
        ("Νίκος", "ΝΙΚΟΣ"),
        ("Νίκος", "νικοσ"),
        ("Иван", "ИВАН"),
        ("Алёна", "АЛЕНА"),
        ("Bill", "BiII"),
        ("Bill", "B1ll"),
        ("Bill", "Bi||"),
        ("Bill", "ВІІІ"),
        ("Olga", "0lga"),
        ("Olga", "Οlga"),
        ("Olga", "Ølga"),
        ("Bernd", "Bemd"),
        ("Walter", "VValter"),
        ("Straße", "STRASSE"),
        ("Łukasz", "lukasz"),
        ("Caesar", "Cæsar"),
        ("Kelvin", "\u212aelvin"),
        ("finn", "ﬁnn"),
        ("ISTANBUL", "ıstanbul"),
        ("Eva", "Eva\U000e0100"),
        ("Eva", "E\U0001d173va"),
        ("Eva", "Ev\U0001bca0a"),
        ("Eva", "Eva\U000e0080"),
        ("Eva", "Eva\ufff3"),
        ("Eva", "Eva\u0489"),
        ("Eva", "Eva\u0483"),
        ("O'Neil", "O’Neil"),
        ("O'Neil", "O´Neil"),
        ("O'Neil", "OʼNeil"),
        ("a-b", "a‐b"),
        ("a-b", "a–b"),
        ("a-b", "a−b"),
        ("St. Ives", "St․ Ives"),
        ("Eva", "ꓰva"),
        ("Eva", "Ꭼva"),
        ("Eva", "ꭼva"),
        ("Eva", "ᴇᴠᴀ"),
        ("Olga", "Օlga"),
        ("Hanna", "հanna"),
        ("Ivan", "ɪvan"),
        ("Lisa", "ʟɪꜱᴀ"),
        ("שָׁלוֹם", "שלום"),
        ("مُحَمَّد", "محمد"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Eva", "Ena"),
        ("Eva", "Evan"),
        ("Ben", "Bea"),
        ("Anna", "Hanna"),
        ("日本", "日木"),
        ("किरण", "करण"),
        ("कुमार", "कमार"),
        ("ปู", "ป"),
        ("か", "が"),
        ("a-b", "ab"),
        ("O'Neil", "ONeil"),
        ("a1", "a2"),
    ],
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize("name", ["x", "é" * 32, "日本", "🙂", "Eva 2", "O'Neil", "1", "-", "किरण"])
def test_people_may_be_called_many_things(name: str) -> None:
    assert skeletons(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u00a0\u3000",
        "\u0301\u0302",
        "\u3164",
        "\u2800",
        "\U000e0100",
        "\U0001d173",
        "a\u200bb",
        "a\nb",
        "x" * 65,
        "é" * 33,
        "\ud800",
    ],
)
def test_nobody_can_be_called_that(name: str) -> None:
    with pytest.raises(BadName):
        skeletons(name)


def test_each_letter_looks_like_one_other() -> None:
    for table in (LIKE_LATIN, ALIKE, MARKS_ALIKE):
        letters = [letter for row in table.values() for letter in row]
        assert len(set(letters)) == len(letters)
    assert all(ord(letter) > 0x370 for row in LIKE_LATIN.values() for letter in row)


@given(st.text(min_size=1, max_size=16))
def test_any_name_has_skeletons_or_is_refused(name: str) -> None:
    try:
        found = skeletons(name)
    except BadName:
        return
    assert 1 <= len(found) <= 2
    assert "" not in found


@given(st.text(st.characters(max_codepoint=0x52F, exclude_characters="\u0345"), min_size=1, max_size=16))
def test_case_never_matters(name: str) -> None:
    """But for the iota below a Greek letter: it is an accent, and its capital is a letter."""
    try:
        assert alike(name, name.swapcase())
    except BadName:
        return


@ensureDeferred
async def test_the_first_key_owns_a_name_and_what_looks_like_it(names: Names) -> None:
    await names.use("Eva", EVA)
    await names.use("Eva", EVA)
    for name in ("Eva", "eva", "Еvа", "É v a"):
        with pytest.raises(NameTaken):
            await names.use(name, BEN)
    await names.use("EVA", EVA)
    await names.use("Ben", BEN)
    with pytest.raises(NameTaken):
        await names.use("Ben", EVA)


@ensureDeferred
async def test_who_imitates_first_is_first(names: Names) -> None:
    await names.use("Еvа", BEN)
    with pytest.raises(NameTaken):
        await names.use("Eva", EVA)


@ensureDeferred
async def test_a_refused_name_leaves_nothing_behind(names: Names) -> None:
    """The other skeleton of the refused name must stay free for its rightful owner."""
    await names.use("Nik", EVA)
    with pytest.raises(NameTaken):
        await names.use("Νik", BEN)
    await names.use("νik", EVA)


@ensureDeferred
async def test_a_name_is_free_when_it_was_not_used_for_long_enough(names: Names, calendar: Calendar) -> None:
    await names.use("Eva", EVA)
    calendar.put_forward(90)
    with pytest.raises(NameTaken):
        await names.use("Eva", BEN)
    calendar.put_forward(0.001)
    await names.use("Eva", BEN)
    with pytest.raises(NameTaken):
        await names.use("Eva", EVA)


@ensureDeferred
async def test_each_use_counts_anew(names: Names, calendar: Calendar) -> None:
    await names.use("Eva", EVA)
    calendar.put_forward(80)
    await names.use("eva", EVA)
    calendar.put_forward(80)
    with pytest.raises(NameTaken):
        await names.use("Eva", BEN)


@ensureDeferred
async def test_a_clock_that_was_put_back_frees_nothing(names: Names, calendar: Calendar) -> None:
    await names.use("Eva", EVA)
    calendar.put_forward(-9000)
    with pytest.raises(NameTaken):
        await names.use("Eva", BEN)
    await names.use("Eva", EVA)
    calendar.put_forward(9000)
    with pytest.raises(NameTaken):
        await names.use("Eva", BEN)


@ensureDeferred
async def test_a_bad_name_is_refused_where_it_is_used(names: Names) -> None:
    with pytest.raises(BadName):
        await names.use("\u3164", EVA)


@ensureDeferred
async def test_of_two_who_want_a_name_at_once_one_gets_it(names: Names) -> None:
    first, second = names.use("Eva", EVA), names.use("Eva", BEN)
    await first
    with pytest.raises(NameTaken):
        await second


@ensureDeferred
async def test_a_refused_name_does_not_hold_up_others(sqlite_names: Names, journal: SqliteJournal) -> None:
    names = sqlite_names
    await names.use("Eva", EVA)
    steps: list[Step] = []
    journal.database.fail = steps.append
    asked = [names.use("Eva", BEN), names.use("Ben", BEN), names.use("Eva", EVA)]
    with pytest.raises(NameTaken):
        await asked[0]
    await asked[1]
    await asked[2]
    assert steps == [*[Step.WRITE] * 3, Step.COMMIT, *[Step.WRITE] * 2, Step.COMMIT], "known names, then new ones"


@pytest.mark.parametrize("memory", [True, False])
@ensureDeferred
async def test_only_new_names_are_counted_by_where_they_are_taken_from(journal: SqliteJournal, memory: bool) -> None:
    store = MemoryNames() if memory else SqliteNames(journal)
    today, asked = [100.0 * DAY], []

    def may_give(network: str) -> bool:
        asked.append(network)
        return asked.count(network) <= 2

    names = Names(store, 90, lambda: today[0], may_give)
    await names.use("Eva", EVA, "here")
    await names.use("Ben", BEN, "here")
    for name, key in (("Mal", b"m" * 32), ("Eva", b"m" * 32), ("Eva Maria", EVA)):
        with pytest.raises(TooManyNames):
            await names.use(name, key, "here")
    for name, key in (("Eva", EVA), ("eva", EVA), ("Ben", BEN)):
        await names.use(name, key, "here")
    assert asked == ["here"] * 5
    await names.use("Mal", b"m" * 32, "there")
    with pytest.raises(NameTaken):
        await names.use("Mal", b"n" * 32, "there")
    today[0] += 91 * DAY
    with pytest.raises(TooManyNames):
        await names.use("Eva", BEN, "there")


@ensureDeferred
async def test_who_wants_too_many_names_gives_up_the_one_not_used_for_longest(names: Names, calendar: Calendar) -> None:
    for number in range(MOST_NAMES):
        calendar.put_forward(1)
        await names.use(f"Eva {chr(ord('a') + number)}", EVA)
    await names.use("Eva a", EVA)
    await names.use("Иван", EVA)
    for kept in ("Eva a", "Иван", "Eva c"):
        with pytest.raises(NameTaken):
            await names.use(kept, BEN)
    await names.use("Eva b", BEN)


@ensureDeferred
async def test_a_new_name_is_not_the_one_given_up_even_if_the_clock_was_put_back(
    names: Names, calendar: Calendar
) -> None:
    for name in "bcdfg"[:MOST_NAMES]:
        await names.use(f"Eva {name}", EVA)
    calendar.put_forward(-9000)
    await names.use("Eva", EVA)
    with pytest.raises(NameTaken):
        await names.use("Eva", BEN)


@ensureDeferred
async def test_a_name_that_is_freed_is_the_next_ones_and_the_other_names_stay(names: Names) -> None:
    await names.use("Eva", EVA)
    await names.use("Eva Maria", EVA)
    await names.use("Ben", BEN)
    found = await names.forget("éva")
    assert found is not None
    assert (found.name, found.identity) == ("Eva", EVA)
    assert [(one.name, one.identity) for one in await names.every()] == [("Ben", BEN), ("Eva Maria", EVA)]
    await names.use("Eva", BEN)
    with pytest.raises(NameTaken):
        await names.use("Eva Maria", BEN)
    assert await names.forget("Zoe") is None
    assert await names.forget("\u3164") is None
