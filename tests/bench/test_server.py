"""The measurement of the server: short, and only that it measures; how fast it is, no test says."""

from argparse import Namespace

import pytest

from bench.child import ROOT
from bench.server import measure, measure_growing, measure_parked, round_of, settings_of, shares_of


def test_it_sets_what_the_server_of_a_checkout_knows() -> None:
    assert settings_of(ROOT) >= {"DATA_DIR", "PORT", "MOST_TABLES", "NEW_NAMES_PER_DAY"}


@pytest.mark.long
def test_it_measures_the_server_of_another_checkout() -> None:
    measured = round_of(Namespace(tables=2, seconds=2), ROOT)
    assert min(float(measured["count"]), float(measured["seconds"])) > 0


@pytest.mark.long
def test_it_tells_what_the_time_of_the_server_goes_to() -> None:
    figures = shares_of(Namespace(tables=[2], seconds=3), ROOT)
    assert figures.pop("samples") > 0
    assert figures.pop("moves_per_core_second") > 0
    assert sum(figures.values()) == pytest.approx(100, abs=1)
    assert figures["signatures of players"] > 0


@pytest.mark.long
def test_it_measures_more_and_more_tables() -> None:
    figures = measure_growing([1, 2], 2)
    assert figures["tables"] == [1, 2]
    assert min(figures["moves_per_core_second"]) > 0
    assert figures["faults_found"] == figures["connections_lost"] == ["none", "none"]


@pytest.mark.long
def test_it_measures_the_real_server_and_verifies_a_table() -> None:
    figures = measure(tables=2, seconds=2, rate=20)
    assert figures["moves_per_second"] > 0
    assert figures["entries_verified"] > 0
    assert (figures["faults_found"], figures["connections_lost"]) == ("none", "none")
    assert 0 < figures["ratio_to_relay"] < 1


@pytest.mark.long
def test_it_measures_tables_that_everybody_has_left() -> None:
    figures = measure_parked(20)
    assert figures["tables_in_play"] == 20
    assert figures["memory_kb"] > 0
