"""All tests run the compiled rules with bounds checks: a read or write beside an array is an error, not a riddle.

And all programs that they start hear Ctrl-C, also where the tests themselves do not (a shell starts what it puts into
the background so): a program inherits what its parent ignores.
"""

import os
import signal

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
