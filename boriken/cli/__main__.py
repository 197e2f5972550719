"""`python -m boriken.cli`: the same as `boriken`."""

from . import main

main()
