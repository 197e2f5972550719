"""How long a search thinks about a decision."""

from __future__ import annotations

from dataclasses import dataclass

from boriken.engine import BadOption

MOST_BUDGET = 1e7
LEAST_SECONDS = 0.01
"""With less, a single sample may be what makes it late."""


@dataclass(frozen=True)
class Budget:
    """So many samples, or so many seconds."""

    samples: int = 0
    seconds: float = 0.0

    @staticmethod
    def parse(text: str) -> Budget:
        """What a text asks for.

        >>> Budget.parse("2000"), Budget.parse("0.5s"), Budget.parse("100ms")
        (Budget(samples=2000, seconds=0.0), Budget(samples=0, seconds=0.5), Budget(samples=0, seconds=0.1))
        """
        for unit, seconds in (("ms", 0.001), ("s", 1.0)):
            if text.endswith(unit):
                number = _number(text.removesuffix(unit))
                if number is not None and number * seconds >= LEAST_SECONDS:
                    return Budget(seconds=number * seconds)
        number = _number(text)
        if number is None or not number.is_integer():
            raise BadOption(
                f"a search thinks for so many samples (2000) or so long (0.5s, 100ms; 10ms or more), not {text!r}"
            )
        return Budget(samples=int(number))

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds else str(self.samples)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 < number <= MOST_BUDGET else None
