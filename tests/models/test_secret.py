"""Secrets stay out of messages."""

from __future__ import annotations

import pytest

from indagate.models.secret import LONGEST, redact

CANARY = "canary-7f3a9b"


@pytest.mark.parametrize(
    "text",
    [
        f"Incorrect API key provided: {CANARY}",
        f"https://user:{CANARY}@host/v1",
        f"https://host/v1?api_key={CANARY}&x=1",
        f"Authorization: Bearer {CANARY}",
        f"api-key: {CANARY}",
        f"sk-{CANARY}",
        f"'x-api-key': '{CANARY}'",
        f"BASIC {CANARY}",
        f"the key: AIza{CANARY}",
        f"my_gsk_{CANARY} and gsk_{CANARY}".partition(" and ")[2],
        f"?X-Amz-Signature={CANARY}",
        f'"API_KEY" = {CANARY}',
    ],
)
def test_no_shape_of_a_secret_passes(text: str) -> None:
    """Whether it is in the environment or not, where it has a secret's shape."""
    known = {"SOME_API_KEY": CANARY} if text.startswith("Incorrect") else {}
    assert CANARY not in redact(text, environment=known)


@pytest.mark.parametrize("prefix", ["sk", "pk", "rk", "xai", "gsk", "hf", "AIza", "ghp", "glpat"])
@pytest.mark.parametrize("sign", "-_")
def test_no_key_by_its_beginning_passes(prefix: str, sign: str) -> None:
    """Those of services whose keys have one."""
    assert CANARY not in redact(f"It is {prefix}{sign}{CANARY}.", environment={})


def test_a_message_is_one_line_and_not_too_long() -> None:
    """Providers send whole pages."""
    assert redact("a\nb\t c", environment={}) == "a b c"
    assert len(redact("word " * 500, environment={})) == LONGEST
