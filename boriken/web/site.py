"""The parts of the running site, and how a request finds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from . import metrics
from .admission import Admission
from .bots import Bots
from .keys import Keys
from .limits import Limits
from .load import Load
from .lobby import Lobbies
from .news import News, PostgresNews
from .pages.scene import Hint
from .people import People
from .preparing import Preparation
from .refusals import NotAllowed, NotKnown, NotPossible
from .reviewer import Reviewer
from .reviews import Reviews
from .seats import Seats
from .security import Identities, Visitor
from .settings import Settings
from .standing import RUNNING, Standing
from .storage import Storage, storage_of
from .tables import Tables
from .upkeep import Upkeep


@dataclass(frozen=True)
class Site:
    """Everything that a request may need."""

    settings: Settings
    storage: Storage
    news: News
    tables: Tables
    seats: Seats
    people: People
    lobbies: Lobbies
    preparation: Preparation
    bots: Bots
    reviews: Reviews
    reviewer: Reviewer
    load: Load
    limits: Limits
    identities: Identities
    upkeep: Upkeep
    admission: Admission

    @classmethod
    def new(cls, settings: Settings) -> Site:
        """A site that has not been started."""
        storage = metrics.timed(storage_of(settings.database_url))
        news = PostgresNews(settings.database_url) if settings.is_postgres else News()
        tables = Tables(storage, news)
        load = Load(settings)
        preparation = Preparation()
        bots = Bots(tables, load, preparation, settings.bot_threads)
        tables.on_change = bots.changed
        limits = Limits(settings)
        reviews = Reviews(storage)
        return cls(
            settings=settings,
            storage=storage,
            news=news,
            tables=tables,
            seats=Seats(storage, news, tables, settings.alone_after),
            people=People(storage),
            lobbies=Lobbies(storage),
            preparation=preparation,
            bots=bots,
            reviews=reviews,
            reviewer=Reviewer(tables, reviews, bots.searches, load, limits, preparation, settings),
            load=load,
            limits=limits,
            identities=Identities(Keys(settings.secret_key, settings.older_keys, settings.key_file)),
            upkeep=Upkeep(storage),
            admission=Admission(storage),
        )

    @property
    def ready(self) -> bool:
        """Whether the database answers and is up to date."""
        return self.upkeep.ready

    async def start(self) -> None:
        """Bring the database up to date and listen to the other workers, now or as soon as the database answers."""
        await self.news.start()
        await self.preparation.start()
        self.load.start()
        await self.upkeep.start(self._go_on)

    async def _go_on(self) -> None:
        """The database is there, or there again: bots and reviews go on where they stopped, and open pages look."""
        self.bots.resume_all(await self.lobbies.waiting_for_bots())
        self.reviewer.start()
        self.news.tell_all()

    async def hint(self, standing: Standing, person: str) -> Hint:
        """What a bot would do in somebody's place."""
        seat = standing.my_seat(person)
        if not standing.table.hints:
            raise NotAllowed("This table is played without hints.")
        if standing.table.state != RUNNING or standing.game.turn != seat:
            raise NotPossible("There is nothing to choose for you now.")
        self.load.check("hints")
        self.limits.hint(person)
        return await self.bots.hint(standing, person)

    async def stop(self) -> None:
        self.preparation.stop()
        self.load.stop()
        await self.upkeep.stop()
        await self.reviewer.stop()
        await self.bots.stop()
        await self.news.stop()
        await self.storage.close()


async def site_of(connection: HTTPConnection) -> Site:
    """The site that answers. (Asynchronous like all of these: others would be called in a thread of their own.)"""
    site: Site = connection.app.state.site
    return site


async def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who asks; counts against how often one may."""
    site: Site = connection.app.state.site
    visitor = site.identities.visitor(connection)
    site.limits.request(visitor.person, visitor.host)
    return await site.admission.check(visitor)


TheSite = Annotated[Site, Depends(site_of)]
TheVisitor = Annotated[Visitor, Depends(visitor_of)]


async def person_of(connection: HTTPConnection, site: TheSite, visitor: TheVisitor) -> str:
    """Who asks, known for certain: the answer carries a new cookie to people we have not met."""
    if visitor.person is not None:
        return visitor.person
    if connection.url.path.startswith("/api/"):
        raise NotKnown("Say who you are: POST /api/people gives you a token for the Authorization header.")
    site.limits.person(visitor.host)
    person = site.identities.new()
    connection.state.new_person = person
    return person


ThePerson = Annotated[str, Depends(person_of)]
