"""A site in this process, and people who visit it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from boriken.web.settings import Settings

from .visiting import Visit, visiting


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database_url=f"sqlite:///{tmp_path / 'tables.sqlite'}",
        secret_key="a key for tests only",
        hosts=("boriken.test",),
        requests_a_second=10_000,
        tables_an_hour=10_000,
        running_tables=1000,
        most_delay=0,  # a slow machine is no reason to refuse anything here
    )


@pytest.fixture
async def visit(settings: Settings) -> AsyncIterator[Visit]:
    """The site, started; `visit.person("Ann")` is somebody with a browser or a program of her own."""
    async with visiting(settings) as visit:
        yield visit
