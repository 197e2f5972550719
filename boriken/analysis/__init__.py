"""Analysis: positions judged with their doubt, games reviewed, and whether the chances come true. docs/analysis.md."""

from .judging import Choice, Judgement, judge
from .race import Estimate
from .reviewing import Decision, Review, Verdict, review, reviews

__all__ = ["Choice", "Decision", "Estimate", "Judgement", "Review", "Verdict", "judge", "review", "reviews"]
