"""What a browser loads: little of it, compressed, and not twice."""

from __future__ import annotations

import gzip
import re

import httpx
import pytest

from boriken.web.compression import compressed
from boriken.web.static_files import STATIC, static_files

from .visiting import Visit

pytestmark = pytest.mark.anyio
FONTS = ".woff2"


async def raw(browser: httpx.AsyncClient, path: str) -> tuple[httpx.Response, bytes]:
    """An answer, and its body as it travels."""
    request = browser.build_request("GET", path, headers={"accept-encoding": "gzip"})
    answer = await browser.send(request, stream=True)
    return answer, b"".join([piece async for piece in answer.aiter_raw()])


def named(text: str) -> set[str]:
    """The static files that a page or a style sheet names."""
    return set(re.findall(r'(?:href="|src="|url\()(/static/[^")]+)', text))


async def first_visit(browser: httpx.AsyncClient, path: str) -> dict[str, int]:
    """The bytes of each answer when a page is seen for the first time, in all faces of its fonts."""
    answer, body = await raw(browser, path)
    assert answer.status_code == 200
    sizes = {path: len(body)}
    wanted = named(gzip.decompress(body).decode())
    while wanted:
        address = wanted.pop()
        answer, body = await raw(browser, address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", address
        sizes[address] = len(body)
        if address.endswith(".css"):
            wanted |= named(gzip.decompress(body).decode()) - sizes.keys()
    return sizes


@pytest.mark.parametrize("game", ["", "puerto-rico", "san-juan"])
async def test_a_first_visit_is_small(visit: Visit, game: str) -> None:
    browser = await visit.browser()
    path = "/"
    if game:
        path = (await browser.post("/quick", data={"game": game, "bots": 3})).headers["location"]
    sizes = await first_visit(browser, path)
    assert len([address for address in sizes if address.endswith(FONTS)]) == 7
    assert sum(sizes.values()) < 250_000, sizes
    assert sum(size for address, size in sizes.items() if not address.endswith(FONTS)) < 60_000, sizes


async def test_a_file_that_is_asked_for_again_is_not_sent_again(visit: Visit) -> None:
    browser = await visit.browser()
    answer = await browser.get("/static/table.css")
    assert answer.headers["cache-control"] == "no-cache", "without a digest it may change"
    again = await browser.get("/static/table.css", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_an_address_of_another_version_gives_todays_file_and_is_not_kept(visit: Visit) -> None:
    """A page that stays open over an update still finds its files."""
    answer = await (await visit.browser()).get("/static/table.0123456789.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


async def test_who_cannot_unpack_gets_files_and_pages_as_they_are(visit: Visit) -> None:
    browser = await visit.browser()
    for path in ("/", "/static/table.js"):
        answer = await browser.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in answer.headers
    assert answer.content == (STATIC / "table.js").read_bytes()


async def test_answers_to_scripts_are_not_compressed(visit: Visit) -> None:
    """They are many, and the time counts."""
    browser = await visit.browser()
    path = (await browser.post("/quick", data={"game": "puerto-rico", "bots": 1})).headers["location"]
    answer = await browser.post(f"{path}/pace", data={"pace": "at-once"}, headers={"accept": "application/json"})
    assert answer.json()["parts"]
    assert "content-encoding" not in answer.headers


def test_the_length_of_a_page_is_blurred() -> None:
    page = b"the same page " * 1000
    packed = [compressed(page) for _ in range(40)]
    assert len({len(body) for body in packed}) > 10
    assert all(gzip.decompress(body) == page for body in packed)


def test_the_licences_of_the_fonts_lie_beside_them() -> None:
    families = {name.partition("-latin")[0] for name in static_files() if name.endswith(FONTS)}
    assert families == {"fonts/alegreya", "fonts/source-sans-3"}
    for family in families:
        assert "SIL OPEN FONT LICENSE" in static_files()[f"{family}-OFL.txt"].plain.decode().upper()
