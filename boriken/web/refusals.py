"""Refusals: what the site does not do, why, and the status that says so to programs."""

from __future__ import annotations


class Refusal(Exception):
    """A request that is refused, in words for whoever asked. Nothing has changed."""

    status = 400
    kind = "bad-request"
    """A short name, for programs."""
    seconds: float | None = None
    """After how long it is worth trying again, where that is known."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class NotKnown(Refusal):
    """We do not know who asks."""

    status = 401
    kind = "not-known"


class NotAllowed(Refusal):
    """Known, but this is not theirs to do."""

    status = 403
    kind = "not-allowed"


class NotThere(Refusal):
    """No such table, seat or page."""

    status = 404
    kind = "not-there"


class Stale(Refusal):
    """Meant for a position that is no longer there: somebody was quicker, or another tab."""

    status = 409
    kind = "stale"


class TooBig(Refusal):
    """More than anybody needs to send."""

    status = 413
    kind = "too-big"


class WrongHost(Refusal):
    """Sent to a name that is not this site's."""

    status = 421
    kind = "wrong-host"


class NotPossible(Refusal):
    """Understood, but the rules, or the table as it is, do not allow it."""

    status = 422
    kind = "not-possible"


class NotLegal(NotPossible):
    """An action that the rules do not allow now, called by the name that programs know."""


class TooMany(Refusal):
    """Too often."""

    status = 429
    kind = "too-many"

    def __init__(self, words: str, seconds: float = 1.0) -> None:
        super().__init__(words)
        self.seconds = seconds


class Busy(TooMany):
    """Not now: there is more to do here than can be done. Not the asker's fault."""

    status = 503
    kind = "busy"


class OurFault(Refusal):
    """Something does not work here: nothing the asker could do better."""

    status = 503
    kind = "out-of-order"
    names_request = True
    """Whether its words name the request, for whoever looks into the log."""


class Away(OurFault):
    """The database does not answer; it is being tried again all the time."""

    seconds = 5.0

    def __init__(self) -> None:
        super().__init__(
            "The database does not answer just now. What was acknowledged is safe; try again in a few seconds."
        )


class Preparing(OurFault):
    """Not compiled yet: it will be there in a while."""

    kind = "preparing"
    names_request = False

    def __init__(self, words: str, seconds: float) -> None:
        super().__init__(words)
        self.seconds = seconds
