"""What the documentation site has besides docs/: pages from elsewhere, pages made from the code, and links that fit.

`make docs` builds the site. Nothing here starts a server or compiles a rule; the reference is read from the sources.
"""

from __future__ import annotations

import ast
import json
import math
import posixpath
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

if TYPE_CHECKING:
    from boriken.engine.layout import Placed

ROOT = Path(__file__).parents[1]

FROM_THE_ROOT = {"index.md": "README.md", "contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
"""Pages that are files of the repository, outside docs/."""

REFERENCE = (
    "boriken",
    "boriken.games",
    "boriken.engine",
    "boriken.players",
    "boriken.analysis",
    "boriken.envs",
    "boriken.envs.core",
    "boriken.arena",
    "boriken.puerto_rico",
    "boriken.san_juan",
)
"""Public modules: a page for each, with all that it exports. What `boriken` itself exports is shown there alone."""

BESIDES = {
    "boriken.envs": (
        "boriken.envs.batching.Batch",
        "boriken.envs.pettingzoo.Aec",
        "boriken.envs.pettingzoo.Parallel",
        "boriken.envs.gym.Single",
        "boriken.envs.gym.Vector",
    )
}
"""Classes that a module does not export but makes."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in docs/."""
    for address, content in made_pages():
        files.append(File.generated(config, address, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let a text that was written to be read in the repository be one of the site."""
    address = page.file.src_uri
    if address == "environments.md":
        from tests.envs.tables import renewed

        markdown = renewed(markdown)
    return relinked(dialect(markdown), FROM_THE_ROOT.get(address, f"docs/{address}"), config.extra["repository"])


def made_pages() -> Iterator[tuple[str, str]]:
    """Every page that is not in docs/, by its address."""
    for address, source in FROM_THE_ROOT.items():
        yield address, (ROOT / source).read_text()
    yield from _reference()
    yield from _environments()
    yield from _http_api()


# -- The reference


def exported(module: str) -> list[str]:
    """What a module says it exports, read from its source; nothing if it does not say."""
    path = ROOT / module.replace(".", "/")
    tree = ast.parse((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return names
    return []


def _reference() -> Iterator[tuple[str, str]]:
    at_the_top = exported("boriken")
    for module in REFERENCE:
        again = [name for name in exported(module) if name in at_the_top and module != "boriken"]
        new = [name for name in exported(module) if name not in again]
        parts = [f"::: {module}\n    options:\n      members: {json.dumps(new)}"]
        if again:
            parts.append("Also here: " + ", ".join(f"[{name}][boriken.{name}]" for name in again) + ".")
        parts += [f"::: {name}\n    options:\n      heading_level: 2" for name in BESIDES.get(module, ())]
        yield f"reference/{module}.md", "\n\n".join(parts)


class Docstrings(griffe.Extension):
    """Docstrings as Markdown: sessions are code, lists need no empty line before them."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = dialect(re.sub(_SESSION, r"```python\n\g<0>\n```", obj.docstring.value))


_SESSION = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


# -- Texts that were written for the repository


def dialect(markdown: str) -> str:
    """What GitHub reads and Python-Markdown does not: a list right below a paragraph. And sessions as such."""
    markdown = re.sub(r"^```python\n(?=>>> )", "```pycon\n", markdown, flags=re.MULTILINE)
    lines: list[str] = []
    fenced = False
    for line in markdown.split("\n"):
        fenced ^= line.startswith("```")
        before = lines[-1] if lines else ""
        if not fenced and _ITEM.match(line) and _PARAGRAPH.match(before):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


_ITEM = re.compile(r"(-|\d+\.) ")
_PARAGRAPH = re.compile(r"(?!- |\d+\. |#|```)\S")
_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")


def relinked(markdown: str, source: str, repository: str) -> str:
    """Links between files of the repository as links between pages of the site, or to the repository itself.

    What leads to no file is left as it is: the build then fails.
    """
    pages = {file: address for address, file in FROM_THE_ROOT.items()}
    here = next((address for address, file in FROM_THE_ROOT.items() if file == source), source.removeprefix("docs/"))

    def link(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), match[1]))
        if not (ROOT / path).exists() or path.startswith(".."):
            return match[0]
        if path in pages or path.startswith("docs/"):
            to = pages.get(path, path.removeprefix("docs/"))
            return posixpath.relpath(to, posixpath.dirname(here) or ".") + (match[2] or "")
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"{repository}/{kind}/main/{path}{match[2] or ''}"

    return _LINK.sub(link, markdown)


# -- Pages made from the code


def _environments() -> Iterator[tuple[str, str]]:
    """Where each piece of an observation lies, and every action by its number."""
    from boriken.envs.core import Layout, layout_of, secrets_of
    from boriken.games import GAMES, WITH_EXPANSIONS

    def places(layouts: list[Layout]) -> str:
        rows = []
        for name, placed in layouts[0].placed.items():
            spans = [_span(layout.placed[name]) for layout in layouts]
            rows.append((f"`{name}`", *spans, "each seat" if placed.of_seat else "the table"))
        if layouts[0].seat:
            rows.append(("*next seat*", *(f"+{layout.seat_size}" for layout in layouts), ""))
        rows.append(("*in all*", *(str(layout.size) for layout in layouts), ""))
        return _table(("piece", *(f"{layout.players} players" for layout in layouts), "of"), *rows)

    parts = [
        "# Observations, place by place",
        "Where the pieces of an observation lie in its vector, as slices, for each number of players; "
        "[what they mean](../environments.md#puerto-rico). Of what every seat has, the observer's own place is given; "
        "those of the seats after it follow at equal distances (*next seat*).",
    ]
    for rules in (*GAMES.values(), *WITH_EXPANSIONS.values()):
        title = rules.full_title
        parts += [f"## {title}", places([layout_of(rules, players) for players in rules.players])]
        parts += [f"### Secrets of {title}", places([secrets_of(rules, players) for players in rules.players])]
    yield "generated/observations.md", "\n\n".join(parts)

    for rules in GAMES.values():
        expanded = WITH_EXPANSIONS.get(rules.name)
        actions = (expanded or rules).actions
        rows = [(str(int(action)), f"`{action.text}`", _cell(action.meaning)) for action in actions]
        only = f" From {len(rules.actions)} on, only games with expansions have them." if expanded else ""
        yield (
            f"generated/actions-{rules.name}.md",
            f"# Actions of {rules.title}\n\nEvery action by its number, as masks and environments count them, with its "
            f"text, as records and players write it. `boriken notation {rules.name}` prints the same.{only}\n\n"
            + _table(("number", "text", "meaning"), *rows),
        )


def _span(placed: Placed) -> str:
    count = math.prod(placed.shape[1:] if placed.of_seat else placed.shape)
    return f"{placed.first}" if count == 1 else f"{placed.first}:{placed.first + count}"


def _http_api() -> Iterator[tuple[str, str]]:
    """The site's API, from its own OpenAPI description."""
    from boriken.web.api_page import requests_of
    from boriken.web.app import create_app
    from boriken.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{folder}/none.sqlite", secret_key="signs nothing")
        description = create_app(settings).openapi()
    yield "generated/openapi.json", json.dumps(description, indent=1)
    parts = [
        "# HTTP API",
        description["info"]["description"].strip(),
        "This is the page `/api` of a running site. The same for programs: [openapi.json](openapi.json). "
        "A program that plays by it: [examples/client.py](../../examples/client.py).",
        *(_request(request) for request in requests_of(description)),
    ]
    yield "generated/http-api.md", "\n\n".join(parts)


def _request(request: dict[str, Any]) -> str:
    parts = [f"## {request['summary']}", f"`{request['method']} {request['path']}`", request["words"]]
    if request["fields"]:
        rows = [(f"`{name}`", where, _cell(kind), _cell(words)) for name, kind, words, where in request["fields"]]
        parts.append(_table(("field", "in", "kind", "meaning"), *rows))
    if request["example"]:
        parts.append(f"For example:\n\n```json\n{request['example']}\n```")
    parts.append("\n".join(f"- **{status}** {_cell(words)}" for status, words, _ in request["answers"]))
    for status, _, example in request["answers"]:
        if example and status < "300":
            inner = "\n".join(f"    {line}" for line in ["```json", *example.split("\n"), "```"])
            parts.append(f'??? note "{status} looks like this"\n{inner}')
    return "\n\n".join(part for part in parts if part)


def _table(*rows: tuple[str, ...]) -> str:
    head, *body = rows
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ("---",) * len(head), *body))


def _cell(text: str) -> str:
    """A text that stands in a table as it is."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|").replace("*", "\\*")
