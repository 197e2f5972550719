"""All tests run the compiled rules with bounds checks: a read or write beside an array is an error, not a riddle."""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
