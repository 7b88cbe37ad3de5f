"""Where it may listen, and what it is given at the start."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from cli.program import User
from indagate.errors import InputError, StorageError
from indagate.hosting.grants import named_folders, named_models
from indagate.server.serving import VANISHED_SECONDS, bound
from indagate.server.settings import Reach, kept_token


def test_beyond_loopback_only_with_tls_or_a_named_proxy() -> None:
    """Nothing hides the token on an open line."""
    with pytest.raises(InputError, match="reached by others"):
        Reach("0.0.0.0", token="t")
    with pytest.raises(InputError, match="by which name"):
        Reach("0.0.0.0", token="t", proxies=("10.0.0.2",))
    proxied = Reach("0.0.0.0", token="t", names=("research.example",), proxies=("10.0.0.2",))
    assert proxied.scheme == "https" and "research.example" in proxied.hosts
    with pytest.raises(InputError):
        Reach("localhost", token="t")
    assert "[::1]:8765" in Reach(token="t").hosts and "127.0.0.1" not in Reach(token="t").hosts


def test_the_token_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Made once, kept, and refused where others could read it."""
    file = tmp_path / "server" / "token"
    token = kept_token(file)
    assert len(token) >= 40 and file.stat().st_mode & 0o777 == 0o600
    assert kept_token(file) == token
    file.chmod(0o644)
    with pytest.raises(StorageError, match="others could read"):
        kept_token(file)


@pytest.mark.parametrize("text", ["papers", "=x", "a/b=.", "..=.", "papers=/no/such", "-x=."])
def test_a_shelf_has_a_name_that_is_no_path(text: str) -> None:
    """And a folder that is there."""
    with pytest.raises(InputError):
        named_folders([text])


def test_models_are_named_and_read_at_the_start() -> None:
    """One that cannot be understood is refused at once."""
    assert named_models(["mini=openai:gpt-5-mini", "none=rule"]) == {"mini": "openai:gpt-5-mini", "none": "rule"}
    with pytest.raises(InputError):
        named_models(["mini=gpt"])


def test_mistakes_at_the_start_are_said(tmp_path: Path) -> None:
    """No traceback; exit code 2."""
    user = User(tmp_path)
    for words in (("--shelf", "x=nowhere"), ("--host", "0.0.0.0"), ("--host", "name"), ("--day-calls", "0"),
                  ("--tls-cert", "none.pem"), ("--at-once", "0")):  # fmt: skip
        done = user("serve", "--port", "0", *words)
        assert done.code == 2, (words, done.err)


def test_an_answer_does_not_wait_for_its_headers_to_be_received() -> None:
    """A body follows its headers at once: without that each answer takes 40 ms more."""
    listening, reach = bound(Reach(port=0, token="t"))
    with listening, socket.create_connection(("127.0.0.1", reach.port)), listening.accept()[0] as line:
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system cannot be told")
def test_who_vanishes_without_a_word_is_given_up_in_a_minute() -> None:
    """Else each listener whose machine was switched off keeps its place until the system gives up resending."""
    listening, reach = bound(Reach(port=0, token="t"))
    with listening, socket.create_connection(("127.0.0.1", reach.port)), listening.accept()[0] as line:
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == VANISHED_SECONDS * 1000
