"""The measurement of the server: short, and only that it measures; how fast it is, no test says."""

import pytest

from bench.server import measure, measure_parked


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
