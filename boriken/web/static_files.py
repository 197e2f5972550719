"""Style sheets, script, drawings and fonts: read once, compressed once, and kept by browsers for a year.

A file's address holds a digest of its content (`/static/table.1f0c9a2b7d.css`): what has changed has another address,
and what has not is not asked for again. Addresses without a digest work too; what they give is checked at each visit.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

STATIC = Path(__file__).parent / "static"
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_FOR_A_YEAR = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


@dataclass(frozen=True)
class StaticFile:
    """A file as it goes out."""

    address: str
    kind: str
    plain: bytes
    packed: bytes | None
    """By gzip; None where that would not be smaller: fonts are compressed as they are."""
    etag: str


def static_address(name: str) -> str:
    """Where a page finds a file, such as `table.css`."""
    return static_files()[name].address


@cache
def static_files() -> dict[str, StaticFile]:
    """All files by name."""
    paths = [path for path in STATIC.rglob("*") if path.suffix in _KINDS]
    files: dict[str, StaticFile] = {}
    for path in sorted(paths, key=lambda path: (path.suffix == ".css", path)):  # style sheets name the other files
        name = path.relative_to(STATIC).as_posix()
        content = path.read_bytes()
        if path.suffix == ".css":
            content = _with_addresses(content.decode(), files).encode()
        files[name] = _static_file(name, content)
    return files


def _with_addresses(sheet: str, files: dict[str, StaticFile]) -> str:
    """A style sheet without its comments and indents that names other files by their addresses."""
    sheet = re.sub(r"/\*.*?\*/\s*|^\s+", "", sheet, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"url\(([\w./-]+)\)", lambda found: f"url({files[found[1]].address})", sheet)


def _static_file(name: str, content: bytes) -> StaticFile:
    digest = hashlib.blake2b(content, digest_size=5).hexdigest()
    stem, _, suffix = name.rpartition(".")
    packed = gzip.compress(content, 9, mtime=0)
    return StaticFile(
        f"/static/{stem}.{digest}.{suffix}",
        _KINDS[f".{suffix}"],
        content,
        packed if len(packed) < 0.9 * len(content) else None,
        f'W/"{digest}"',  # weak: the same for what is compressed and what is not
    )


async def _answer(request: Request) -> Response:
    """A file. A page of another version, still open, gets the file as it is now, and is not to keep it."""
    name = re.sub(r"\.[0-9a-f]{10}(?=\.\w+$)", "", request.path_params["name"])
    file = static_files().get(name)
    if file is None:
        raise HTTPException(404)
    headers = {
        "Cache-Control": _FOR_A_YEAR if request.url.path == file.address else _ASK_AGAIN,
        "ETag": file.etag,
        "Vary": "Accept-Encoding",
    }
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.kind)
    return Response(file.plain, headers=headers, media_type=file.kind)


static_route = Route("/static/{name:path}", _answer, name="static")
