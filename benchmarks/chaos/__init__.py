"""Faults on purpose: `make chaos`.

Programs play tables of both games through the API while their servers are killed, disks fill up and clocks jump. Each
program keeps a journal of what it was told. After each fault the journals are compared with what is stored, every table
is played again, and the time is taken until every table has moved on.

players: programs that play, and their journals; checks: what is stored against what was promised; sites: a site with
its players, and how it comes back; faults: the ways in which each kind of site is struck; __main__: the run.
"""
