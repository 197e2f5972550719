"""Limits that the workers of a machine share, and by which addresses they count."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from boriken.web.limits import Limit, Limits, neighbourhood
from boriken.web.refusals import TooMany
from boriken.web.settings import Settings
from boriken.web.shared import VARIABLE, Counts, shared_counts

from .postgres import fresh_database
from .servers import Server


@pytest.mark.parametrize(
    ("address", "same_as"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:1234::9"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_a_subscriber_with_many_addresses_is_one(address: str, same_as: str) -> None:
    assert neighbourhood(address) == neighbourhood(same_as)


def test_neighbours_are_not_one() -> None:
    addresses = ["2001:db8:1:2::1", "2001:db8:1:3::1", "192.0.2.7", "192.0.2.8", "local"]
    assert len(set(map(neighbourhood, addresses))) == len(addresses)


def test_requests_count_for_the_whole_64(settings: Settings) -> None:
    limits = Limits(dataclasses.replace(settings, requests_a_second=1, people_an_address=2))
    for i in range(6):
        limits.request(None, f"2001:db8::{i}")
    with pytest.raises(TooMany):
        limits.request(None, "2001:db8::abcd")
    limits.request(None, "2001:db8:0:1::1")


OTHER_WORKER = """
import sys
from boriken.web.limits import Limit
from boriken.web.shared import Counts
counts = Counts.of_this_machine()
limit = Limit(0.001, 5, counts=counts, name="requests")
for _ in range(3):
    limit.take("Ann", "too many")
for _ in range(2):
    counts.open("Ann's house")
print("counted", flush=True)
sys.stdin.read()
"""


def test_two_workers_count_together_and_what_a_killed_one_held_is_free_again() -> None:
    with shared_counts():
        assert os.stat(Path(os.environ[VARIABLE]).parent).st_mode & 0o077 == 0
        counts = Counts.of_this_machine()
        limit = Limit(0.001, 5, counts=counts, name="requests")
        counts.open("Ann's house")
        pipe = subprocess.PIPE
        with subprocess.Popen([sys.executable, "-c", OTHER_WORKER], stdin=pipe, stdout=pipe, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "counted\n"
            assert counts.opened("Ann's house") == 3
            other.kill()
        limit.take("Ann", "too many")
        limit.take("Ann", "too many")
        with pytest.raises(TooMany):
            limit.take("Ann", "too many")
        limit.take("Bob", "too many")
        code = 'from boriken.web.shared import Counts; print(Counts.of_this_machine().opened("Ann\'s house"))'
        heir = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert heir.stdout == "1\n", "the heir takes the place of the killed one"
        counts.close("Ann's house")
        assert counts.opened("Ann's house") == 0


def test_whatever_stands_in_the_file_nobody_trips_over_it(tmp_path: Path) -> None:
    with shared_counts():
        path = Path(os.environ[VARIABLE])
        path.write_bytes(b"\xff" * path.stat().st_size)
        limit = Limit(1, 5, counts=Counts.of_this_machine(), name="requests")
        for i in range(1000):
            limit.take(f"visitor {i}", "too many")
        counts = Counts(str(path))
        counts.open("x")
        assert counts.opened("x") >= 1


def test_without_the_file_a_worker_counts_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "gone"))
    limit = Limit(0.001, 1, counts=Counts.of_this_machine())
    limit.take("Ann", "too many")
    with pytest.raises(TooMany):
        limit.take("Ann", "too many")
    assert len(caplog.records) == 1


def test_who_asked_longest_ago_is_forgotten_first() -> None:
    moment = 1.0
    limit = Limit(0.0, 1, clock=lambda: moment, counts=Counts())
    for i in range(100_000):
        moment += 1
        limit.take(f"visitor {i}", "too many")
    with pytest.raises(TooMany):
        limit.take("visitor 99999", "too many")
    limit.take("visitor 0", "too many")


@pytest.mark.postgres
def test_an_address_cannot_do_twice_as_much_because_there_are_two_workers(tmp_path: Path) -> None:
    limits = {"BORIKEN_TABLES_AN_HOUR": "30", "BORIKEN_PEOPLE_AN_ADDRESS": "1"}
    with Server(tmp_path, workers=2, BORIKEN_DATABASE_URL=fresh_database(), **limits) as server:
        statuses = []
        for _ in range(60):  # each over a connection of its own, so that both workers have their share
            answer = httpx.post(f"{server.address}/api/people", json={}, headers={"connection": "close"}, timeout=180)
            statuses.append(answer.status_code)
        assert 30 <= statuses.count(201) <= 35, statuses  # one more comes in every two minutes
        assert statuses.count(201) + statuses.count(429) == 60, statuses
