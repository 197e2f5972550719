"""Sticks on the pages, with as little as a presenter can have."""

from boriken.web.pages.chronicle_words import verb
from boriken.web.pages.decision_bar import gauge, rival_seat
from boriken.web.pages.presenter import Asked, Part, Presenter, Staged

from . import MOST_TAKEN, Decision

TAKE = Asked(
    "How many do you take?",
    "takes sticks",
    at_once=True,
    answers={f"take:{n}": f"Take {n}" for n in range(1, MOST_TAKEN + 1)},
)
PRESENTER = Presenter(
    short="st",
    icon="u-cards",
    template="sticks.html",
    styles=(),
    pitch="Take the last stick.",
    purse=lambda board: "nothing",
    decisions={Decision.TAKE: TAKE},
    phase_of=lambda view: "",
    parts={"heap": Part(frozenset(), lambda scene: scene.view["sticks"], lambda scene: dict(scene.view))},
    tabs={"heap": ("u-cards", "Sticks", "Sticks")},
    acts_alone=lambda view: True,
    order=lambda scene: ["heap"],
    staged=lambda scene: Staged(),
    gauges=lambda view: [gauge("u-cards", "Sticks", view["sticks"], 10 - view["sticks"], 10, view["sticks"] < 4)],
    rival=lambda scene, p: rival_seat(scene, p),
    rival_depends_on=lambda scene, p: None,
    log={"take": lambda n, *_: [(verb("takes"), n)]},
    secret_verbs={},
    icon_of=lambda name: "u-cards",
    sources={},
    unseen_sources=frozenset(),
    tie_words="",
    role_text={},
    role_rules={},
    option_words={"sticks": "Sticks"},
    expansions=(),
    choice_words={},
    introduction=[("Sticks lie there.", "Take one to three of them. Whoever takes the last wins.")],
    advice=(),
    waiting_lesson=("The other plays", "Count what is left."),
    reference=list,
    numbers=lambda game, seat: {("vp", "points", 0): game.scores()[seat]["total"]},
    prices=lambda game, seat: {},
    brings=lambda game, seat: {},
    candidates=lambda game, seat, draft: [],
)
