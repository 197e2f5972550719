"""What compiling takes: `python -m benchmarks.compiling`, about a minute; into an empty folder, the games side by side.

Whoever measures something else waits first: until everything is compiled, tables may stand still.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from boriken.analysis.judging import desk_for
from boriken.engine import Game, compile_rules, rules_of
from boriken.games import GAMES
from boriken.players import LEVELS, choose, make_player


def compile_everything() -> None:
    """Compile all that a server compiles before and after its start."""
    for game in GAMES:
        compile_game(game)


def compile_game(name: str) -> dict[str, float]:
    """Compile the rules of a game, all bots for it and its analysis. Returns the processor time that each took."""
    rules = rules_of(name)
    took: dict[str, float] = {}

    start = time.process_time()
    compile_rules(rules)
    took["rules"] = time.process_time() - start
    for level in LEVELS:
        start = time.process_time()
        choose(make_player(level, 0), Game(rules, rules.usual_players, 0, {}))
        took[level] = time.process_time() - start
    start = time.process_time()
    desk_for(Game(rules, rules.usual_players, 0, {}))
    took["analysis"] = time.process_time() - start
    return took


def main() -> None:
    if sys.argv[1:]:
        took = compile_game(sys.argv[1])
        steps = ", ".join(f"{what} {seconds:.1f}" for what, seconds in took.items())
        print(f"{sys.argv[1]}: {sum(took.values()):.1f} s of processor time ({steps})")
        return
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BORIKEN_CACHE_DIR": folder}
        command = [sys.executable, "-m", "benchmarks.compiling"]
        children = [subprocess.Popen([*command, game], env=environment, stderr=subprocess.DEVNULL) for game in GAMES]
        failed = [child for child in children if child.wait()]
    if failed:
        sys.exit("compiling has failed")
    print(f"everything, the games side by side: {time.monotonic() - start:.0f} s by the clock")


if __name__ == "__main__":
    main()
