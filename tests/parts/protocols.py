"""What providers' services speak: OpenAI's chat completions, Anthropic's messages, Google's generateContent.

Requests are brought into the first one's form, so that a scripted service reads them all alike; answers are given in
the form of whoever asked.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

Finish = Literal["stop", "length"]
_ANTHROPIC_ERRORS = {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error",
                     413: "request_too_large", 429: "rate_limit_error", 529: "overloaded_error"}  # fmt: skip
_GOOGLE_ERRORS = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
                  429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}  # fmt: skip


@dataclass(frozen=True)
class Said:
    """An answer: its text (JSON where all goes well), a refusal in its place, why it ended, and what it took."""

    text: str | None
    refusal: str | None
    finish: str
    prompt: int
    wrote: int
    calls: tuple[dict[str, Any], ...] = ()
    plain: bool = False


class OpenAI:
    """Chat completions, with usage; the answer is a tool call where the request has a tool."""

    def take(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return body

    def give(self, body: dict[str, Any], said: Said) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": said.text, "refusal": said.refusal}
        finish = said.finish
        if said.calls:
            message |= {"content": said.text, "tool_calls": list(said.calls)}
            finish = "tool_calls"
        elif said.text is not None and body.get("tools") and not said.plain:
            name = body["tools"][0]["function"]["name"]
            call = {"id": "call", "type": "function", "function": {"name": name, "arguments": said.text}}
            message |= {"content": None, "tool_calls": [call]}
            finish = "tool_calls" if finish == "stop" else finish
        return {
            "id": "c", "object": "chat.completion", "created": 1, "model": "scripted",
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
            "usage": usage(said),
        }  # fmt: skip

    def fail(self, status: int, words: str) -> dict[str, Any]:
        return {"error": {"message": words, "type": "scripted", "code": None}}


class Anthropic:
    """Messages: instructions apart, the answer in blocks, usage without a total, a refusal as a way to stop."""

    def take(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        messages = [{"role": "system", "content": _texts(body.get("system", ""))}]
        messages += [{"role": item["role"], "content": _texts(item["content"])} for item in body["messages"]]
        taken: dict[str, Any] = {"model": body["model"], "messages": messages, "max_tokens": body["max_tokens"]}
        if body.get("tools"):
            taken["tools"] = [
                {"type": "function", "function": {"name": tool["name"], "parameters": tool["input_schema"]}}
                for tool in body["tools"]
            ]
        held = body.get("output_config", {}).get("format") or body.get("output_format")
        if held:
            taken["response_format"] = {"type": "json_schema", "json_schema": {"schema": held["schema"]}}
        return taken

    def give(self, body: dict[str, Any], said: Said) -> dict[str, Any]:
        block: dict[str, Any] = {"type": "text", "text": said.text or ""}
        stop = {"stop": "end_turn", "length": "max_tokens"}.get(said.finish, said.finish)
        value = _object(said.text)
        if body.get("tools") and value is not None:
            block = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": value}
            stop = "tool_use" if said.finish == "stop" else stop
        if said.refusal is not None:
            block, stop = {"type": "text", "text": said.refusal}, "refusal"
        return {
            "id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": [block],
            "stop_reason": stop, "stop_sequence": None,
            "usage": {"input_tokens": said.prompt, "output_tokens": said.wrote,
                      "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0},
        }  # fmt: skip

    def fail(self, status: int, words: str) -> dict[str, Any]:
        return {"type": "error", "error": {"type": _ANTHROPIC_ERRORS.get(status, "api_error"), "message": words}}


class Google:
    """generateContent: the model in the path, parts, a finish reason in capitals, an error with a status word."""

    def take(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        messages = [{"role": "system", "content": _texts(body.get("systemInstruction", {}).get("parts", []))}]
        messages += [
            {"role": "user" if item.get("role") != "model" else "assistant", "content": _texts(item["parts"])}
            for item in body["contents"]
        ]
        taken: dict[str, Any] = {"model": path.rsplit("/", 1)[-1].partition(":")[0], "messages": messages}
        declared = [one for tool in body.get("tools", []) for one in tool.get("functionDeclarations", [])]
        if declared:
            taken["tools"] = [
                {"type": "function", "function": {
                    "name": one["name"], "parameters": one.get("parametersJsonSchema") or one.get("parameters"),
                }}
                for one in declared
            ]  # fmt: skip
        settings = body.get("generationConfig", {})
        held = settings.get("responseJsonSchema") or settings.get("responseSchema")
        if held:
            taken["response_format"] = {"type": "json_schema", "json_schema": {"schema": held}}
        return taken

    def give(self, body: dict[str, Any], said: Said) -> dict[str, Any]:
        part: dict[str, Any] = {"text": said.text or ""}
        value = _object(said.text)
        if body.get("tools") and value is not None:
            part = {"functionCall": {"name": "answer", "args": value}}
        reason = {"stop": "STOP", "length": "MAX_TOKENS"}.get(said.finish, said.finish)
        candidate: dict[str, Any] = {"index": 0, "finishReason": reason, "content": {"role": "model", "parts": [part]}}
        if said.refusal is not None:
            candidate = {"index": 0, "finishReason": "SAFETY"}
        return {
            "candidates": [candidate], "modelVersion": body["model"], "responseId": "r1",
            "usageMetadata": {"promptTokenCount": said.prompt, "candidatesTokenCount": said.wrote,
                              "totalTokenCount": said.prompt + said.wrote},
        }  # fmt: skip

    def fail(self, status: int, words: str) -> dict[str, Any]:
        return {"error": {"code": status, "message": words, "status": _GOOGLE_ERRORS.get(status, "UNKNOWN")}}


Protocol = OpenAI | Anthropic | Google


def spoken(path: str) -> Protocol:
    """Return what a path is asked in."""
    if path.partition("?")[0].endswith("/messages"):
        return Anthropic()
    return Google() if ":generateContent" in path else OpenAI()


def streamed(answer: dict[str, Any]) -> bytes:
    """Return an answer of OpenAI's protocol as the events of a stream: all of it, its end, its usage."""
    [choice] = answer["choices"]
    kept = {key: value for key, value in answer.items() if key not in ("choices", "usage")}
    parts = [
        {"choices": [{"index": 0, "delta": choice["message"], "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]},
        {"choices": [], "usage": answer["usage"]},
    ]
    chunks = (json.dumps({**kept, "object": "chat.completion.chunk", **part}) for part in parts)
    return "".join(f"data: {chunk}\n\n" for chunk in (*chunks, "[DONE]")).encode()


def usage(said: Said) -> dict[str, int]:
    """Usage as OpenAI tells it."""
    return {
        "prompt_tokens": said.prompt, "completion_tokens": said.wrote, "total_tokens": said.prompt + said.wrote,
    }  # fmt: skip


def _texts(given: Any) -> str:
    if isinstance(given, str):
        return given
    return "\n".join(part["text"] for part in given if "text" in part)


def _object(text: str | None) -> dict[str, Any] | None:
    """What a real service could pass on as a tool's arguments: an object; all else it shows as text."""
    try:
        value = json.loads(text or "")
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
