"""The API in words: a page made from its OpenAPI description. (The usual pages load scripts from other sites.)"""

from __future__ import annotations

import json
from typing import Any

from .pages.render import environment

_EXAMPLES: dict[str, Any] = {"string": "text", "integer": 0, "number": 0.0, "boolean": True, "null": None}


def api_page(description: dict[str, Any]) -> str:
    """The page."""
    introduction = description["info"]["description"].split("\n\n")
    return environment().get_template("api.html").render(introduction=introduction, requests=requests_of(description))


def requests_of(description: dict[str, Any]) -> list[dict[str, Any]]:
    """Every request with its fields, an example of what is sent, and the answers."""
    schemas = description["components"]["schemas"]
    return [
        _request(method, path, request, schemas)
        for path, methods in description["paths"].items()
        for method, request in methods.items()
    ]


def _request(method: str, path: str, request: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    body = request.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    fields = [
        (p["name"], _kind(p["schema"], schemas), p.get("description", p["schema"].get("description", "")), p["in"])
        for p in request.get("parameters", [])
    ]
    if body is not None:
        whole = _resolved(body, schemas)
        fields += [
            (name, _kind(schema, schemas), schema.get("description", ""), "body")
            for name, schema in whole.get("properties", {}).items()
        ]
    return {
        "method": method.upper(),
        "path": path,
        "summary": request.get("summary", ""),
        "words": request.get("description", ""),
        "fields": fields,
        "example": json.dumps(_example(body, schemas)) if body is not None else "",
        "answers": [
            (status, answer["description"].replace("Successful Response", "Done."), _example_of(answer, schemas))
            for status, answer in request["responses"].items()
            if status != "422" or "validation" not in answer["description"].lower()
        ],
    }


def _example_of(answer: dict[str, Any], schemas: dict[str, Any]) -> str:
    schema = answer.get("content", {}).get("application/json", {}).get("schema")
    return json.dumps(_example(schema, schemas), indent=1) if schema else ""


def _resolved(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        found: dict[str, Any] = schemas[schema["$ref"].rpartition("/")[2]]
        return found
    if "anyOf" in schema:
        return _resolved(schema["anyOf"][0], schemas)
    return schema


def _kind(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """`text`, `list of NewSeat`, `waiting or running`."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(_kind(one, schemas) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}), schemas)}"
    names = {"string": "text", "integer": "whole number", "boolean": "true or false", "null": "nothing"}
    kind = str(schema.get("type", "anything"))
    return names.get(kind, kind)


def _example(schema: dict[str, Any], schemas: dict[str, Any]) -> Any:
    """A value of that kind: the schema's own example where it gives one."""
    if "examples" in schema:
        return schema["examples"][0]
    whole = _resolved(schema, schemas)
    if "enum" in whole:
        return whole["enum"][0]
    if "default" in schema:
        return schema["default"]
    if whole.get("type") == "object":
        return {name: _example(one, schemas) for name, one in whole.get("properties", {}).items()}
    if whole.get("type") == "array":
        return [_example(whole.get("items", {}), schemas)]
    return _EXAMPLES.get(whole.get("type", ""))
