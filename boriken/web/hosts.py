"""Which names this site answers to.

Another site may point a name of its own at this machine, and its pages would then be our own pages to a browser (DNS
rebinding). So a request says which name it was sent to, and only names that are ours are answered. An address in
numbers needs no such care: nobody else can own it.
"""

from __future__ import annotations

import functools
import ipaddress
import socket

from starlette.datastructures import Headers

from .refusals import Refusal, WrongHost

_LONGEST = 300
"""Letters of a name with its port: no name is as long."""


def check_host(headers: Headers, hosts: tuple[str, ...]) -> None:
    """Refuse a request that was sent to a name which is not this site's."""
    given = headers.getlist("host")
    if len(given) > 1:
        raise Refusal("This request names more than one host.")
    if given and (len(given[0]) > _LONGEST or not is_ours(given[0], hosts)):  # a browser always says it
        raise WrongHost(
            "This site does not go by the name you used. Whoever runs it can allow the name with BORIKEN_HOSTS."
        )


@functools.lru_cache(maxsize=1024)
def is_ours(host: str, hosts: tuple[str, ...]) -> bool:
    """Whether a Host header (a name or an address, perhaps with a port) means this site."""
    name = _without_port(host)
    if "*" in hosts or name == "localhost" or name.endswith(".localhost") or _is_address(name):
        return True
    if not hosts:
        return name.endswith(".local") or name in _own_names()
    return any(name == allowed or (allowed[:2] == "*." and name.endswith(allowed[1:])) for allowed in hosts)


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name[1:-1] if name[:1] == "[" and name[-1:] == "]" else name)
    except ValueError:
        return False
    return True


@functools.cache
def _own_names() -> frozenset[str]:
    """What this machine is called, in full and by its first name."""
    full = socket.gethostname().lower()
    return frozenset({full, full.partition(".")[0]}) - {""}
