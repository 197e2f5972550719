"""The documentation site leaves nothing out. (`make docs` builds it; broken links fail there.)"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe
import pytest
from mkdocs.utils.yaml import yaml_load

from tools.docs_hooks import REFERENCE, Docstrings, dialect, exported, made_pages, relinked

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
HOME = "https://example.org/boriken"
SETTINGS = yaml_load((ROOT / "mkdocs.yml").read_text())

PROGRAMS = {
    "boriken.cli": "the command line, which says itself what it does",
    "boriken.web.pages": "a part of the site",
}
"""Packages that export names to others of ours, and to nobody else."""


def in_the_nav(part: Any = SETTINGS["nav"]) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    else:
        for one in part.values() if isinstance(part, dict) else part:
            yield from in_the_nav(one)


def files_in_docs(ending: str = "") -> set[str]:
    return {path.relative_to(DOCS).as_posix() for path in DOCS.rglob(f"*{ending}") if path.is_file()}


def test_every_page_in_docs_is_in_the_nav() -> None:
    pages = files_in_docs(".md")
    assert "rules/puerto-rico.md" in pages
    assert pages <= set(in_the_nav())


def test_every_page_that_is_made_is_in_the_nav_and_the_other_way_round() -> None:
    made = {address for address, _ in made_pages() if address.endswith(".md")}
    there = {address for address in in_the_nav() if not address.startswith("https:")}
    assert there == made | files_in_docs(".md")


def test_every_other_file_in_docs_is_shown_on_a_page_or_used_by_all() -> None:
    texts = {name: (DOCS / name).read_text() for name in files_in_docs(".md")}
    shown = {
        (Path(name).parent / address).as_posix()
        for name, text in texts.items()
        for address in re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    }
    used = set(SETTINGS["extra_css"]) | set(SETTINGS["extra"]["polyfills"])
    assert files_in_docs() - set(texts) == shown | used


def test_every_public_module_has_a_page_in_the_reference() -> None:
    sources = [path for path in (ROOT / "boriken").rglob("*.py") if re.search(r"^__all__ = ", path.read_text(), re.M)]
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in sources
    } - set(PROGRAMS)
    assert modules == set(REFERENCE)
    pages = dict(made_pages())
    for module in modules:
        page = pages[f"reference/{module}.md"]
        assert f"::: {module}\n" in page
        assert all(f'"{name}"' in page or f"[boriken.{name}]" in page for name in exported(module))


def test_pages_made_from_the_code_have_its_pieces_actions_and_requests() -> None:
    pages = dict(made_pages())
    assert "| `turn` | 13:15 | 13:16 | 13:17 | 13:18 | the table |" in pages["generated/observations.md"]
    assert "| `turn` | 34:36 |" in pages["generated/observations.md"]  # with expansions there are more decisions
    assert all(text in pages["generated/actions-puerto-rico.md"] for text in ("`role:settler`", "`draft:small-market`"))
    assert "`role:councillor`" in pages["generated/actions-san-juan.md"]
    assert "`POST /api/people`" in pages["generated/http-api.md"]
    assert '"/api/people"' in pages["generated/openapi.json"]


@pytest.mark.parametrize(
    ("source", "link", "leads_to"),
    [
        ("README.md", "docs/ai.md", "ai.md"),
        ("README.md", "docs/rules/san-juan.md#readings", "rules/san-juan.md#readings"),
        ("README.md", "CONTRIBUTING.md", "contributing.md"),
        ("docs/rules/san-juan.md", "../decisions-san-juan.md", "../decisions-san-juan.md"),
        ("docs/rules/san-juan.md", "../../README.md", "../index.md"),
        ("docs/hosting.md", "../deploy", f"{HOME}/tree/main/deploy"),
        ("docs/external-players.md", "../examples/client.py", f"{HOME}/blob/main/examples/client.py"),
        ("docs/web.md", "#faults", "#faults"),
        ("docs/web.md", "https://example.org/x.md", "https://example.org/x.md"),
        ("docs/web.md", "no-such-page.md", "no-such-page.md"),
    ],
)
def test_links_lead_to_pages_or_to_the_repository(source: str, link: str, leads_to: str) -> None:
    assert relinked(f"See [it]({link}).", source, HOME) == f"See [it]({leads_to})."


def test_a_broken_link_or_anchor_fails_the_build(tmp_path: Path) -> None:
    """With the validation of mkdocs.yml and the options of the Makefile, on two pages without plugins."""
    broken = ["nowhere.md", "other.md#nowhere", "#nowhere", "../nowhere.py", "/nowhere.md", "nowhere.jpg"]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("\n\n".join(f"[it]({link})" for link in broken))
    (tmp_path / "docs" / "other.md").write_text("# Other")
    (tmp_path / "mkdocs.yml").write_text(
        f"site_name: x\ntheme: mkdocs\nvalidation: {json.dumps(SETTINGS['validation'])}"
    )
    options = re.findall(r"^SITE := .* mkdocs (build .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0].split()
    built = subprocess.run([sys.executable, "-m", "mkdocs", *options], cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 1
    assert [link for link in broken if f"'{link}'" not in built.stderr] == []


def test_a_list_below_a_paragraph_is_a_list() -> None:
    assert dialect("Two:\n- one\n- two\n  more\n- three") == "Two:\n\n- one\n- two\n  more\n- three"
    assert dialect("```\nx\n- y\n```") == "```\nx\n- y\n```"


def test_nothing_is_loaded_from_elsewhere() -> None:
    assert SETTINGS["theme"]["font"] is False
    assert "repo_url" not in SETTINGS
    assert not [address for address in SETTINGS["extra"]["polyfills"] if "//" in address]


def test_a_session_in_a_docstring_is_code() -> None:
    module = griffe.Module("m", docstring=griffe.Docstring("Words.\n\n>>> f(1)\n[1]\n\nMore."))
    Docstrings().on_instance(obj=module)
    assert module.docstring is not None
    assert module.docstring.value == "Words.\n\n```pycon\n>>> f(1)\n[1]\n```\n\nMore."
