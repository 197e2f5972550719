"""Jinja, quicker at what our templates do most: write short texts and look into plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import jinja2
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Call, Expr
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
    """Has templates call our `escaped`, and every function straight."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Jinja looks before each call whether the function wants to be told where it is called. None of ours does."""
        arguments = [("", argument) for argument in (*node.args, *node.kwargs)]
        arguments += [(stars, more) for stars, more in (("*", node.dyn_args), ("**", node.dyn_kwargs)) if more]
        self.visit(node.node, frame)
        self.write("(")
        for stars, argument in arguments:
            self.write(stars)
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class Environment(jinja2.Environment):
    """The templates' environment."""

    code_generator_class = _Writer
    escaped = staticmethod(escaped)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`row.name`, where `row` is a dictionary more often than not. (Jinja tries attributes first.)"""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)
