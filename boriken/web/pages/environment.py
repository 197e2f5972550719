"""Jinja, quicker at what our templates do most: write short texts and look into plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import jinja2
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from markupsafe import Markup, escape

_escaped_text = lru_cache(4096)(escape)
"""Names, labels and sentences: the same ones come again and again."""


def escaped(value: Any) -> str:
    """What a template writes for a value. It need not be marked as safe, as `escape` does: the whole will be."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return _escaped_text(value)
    return str(value) if kind is int else escape(value)


class _Writer(CodeGenerator):
    """Has templates call our `escaped`."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


class Environment(jinja2.Environment):
    """The templates' environment."""

    code_generator_class = _Writer
    escaped = staticmethod(escaped)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`row.name`, where `row` is a dictionary more often than not. (Jinja tries attributes first.)"""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)
