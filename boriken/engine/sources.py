"""Which of our files compiled code depends on: those that hold some, and those that hold what it uses.

Names are followed from compiled functions to where they are defined, through whatever packages hand them on. So a word
in a module without compiled code, or in one that is only imported beside it, does not throw compiled code away.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

_COMPILERS = {"rule", "arithmetic", "generic", "njit", "overload", "plain_rule", "written_out", "expansion"}
_MAY_BE_COMPILED = re.compile(rf"^@(?:numba\.)?(?:{'|'.join(_COMPILERS)})\b", re.MULTILINE)


class _Module:
    """A file: what it defines, what it imports, what of it is compiled."""

    def __init__(self, name: str, path: Path, package: str) -> None:
        self.name = name
        self.path = path
        self._package = package
        self.text = path.read_text(encoding="utf-8")

    @cached_property
    def _tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def definitions(self) -> dict[str, list[ast.AST]]:
        """Every statement that gives a name of the module its meaning."""
        found: dict[str, list[ast.AST]] = {}
        for node in self._tree.body:
            for name in _defined(node):
                found.setdefault(name, []).append(node)
        return found

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """Names from other modules of ours: which, and what they are called there."""
        found = {}
        here = self.name.split(".") if self.path.name == "__init__.py" else self.name.split(".")[:-1]
        for node in ast.walk(self._tree):
            if isinstance(node, ast.ImportFrom):
                source = (node.module or "").split(".") if node.module else []
                if node.level:
                    source = here[: len(here) - node.level + 1] + source
                elif source[:1] == [self._package]:
                    source = source[1:]
                else:
                    continue
                for alias in node.names:
                    found[alias.asname or alias.name] = (".".join(source), alias.name)
        return found

    @property
    def compiled(self) -> Iterator[str]:
        """The names of its compiled functions."""
        for name, nodes in self.definitions.items():
            for node in nodes:
                if isinstance(node, ast.FunctionDef) and any(map(_is_compiler, node.decorator_list)):
                    yield name


def compiled_sources(package: Path) -> list[Path]:
    """The files of a package that compiled code depends on, in order."""
    modules = {}
    for path in package.rglob("*.py"):
        module = _Module(_named(path.relative_to(package)), path, package.name)
        modules[module.name] = module
    new = [
        (module.name, name)
        for module in modules.values()
        if _MAY_BE_COMPILED.search(module.text)
        for name in module.compiled
    ]
    seen = set(new)
    while new:
        for use in _uses(*new.pop(), modules):
            if use not in seen:
                seen.add(use)
                new.append(use)
    return sorted({modules[module].path for module, name in seen if name in modules[module].definitions})


def _uses(module: str, name: str, modules: dict[str, _Module]) -> Iterator[tuple[str, str]]:
    """What a name's meaning depends on, as modules and names in them."""
    here = modules[module]
    if name not in here.definitions:
        if name in here.imports:
            yield from _origin(*here.imports[name], modules)
        return
    for node in here.definitions[name]:
        for used in ast.walk(node):
            if isinstance(used, ast.Name) and used.id in here.definitions:
                yield module, used.id
            elif isinstance(used, ast.Name) and used.id in here.imports:
                yield from _origin(*here.imports[used.id], modules)


def _origin(source: str, name: str, modules: dict[str, _Module]) -> Iterator[tuple[str, str]]:
    """Where an imported name comes from; all of a module that is imported as such."""
    inner = f"{source}.{name}" if source else name
    if inner in modules:
        for defined in modules[inner].definitions:
            yield inner, defined
    elif source in modules:
        yield source, name


def _named(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _defined(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module defines or changes."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif not isinstance(node, ast.Import | ast.ImportFrom):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id
            elif isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Store):  # a table that is filled
                yield from (used.id for used in ast.walk(inner.value) if isinstance(used, ast.Name))
            elif isinstance(inner, ast.FunctionDef | ast.ClassDef):  # within an `if`
                yield inner.name


def _is_compiler(decorator: ast.expr) -> bool:
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return called in _COMPILERS
