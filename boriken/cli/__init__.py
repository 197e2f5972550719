"""The command line: `boriken serve`, `play`, `simulate`, `arena`, `stats`, `replay`, `train`, `analyse`, `bench`, ...

`app` says what the commands look like, without loading the engine; a module for each command does its work.
"""

from .app import main

__all__ = ["main"]
