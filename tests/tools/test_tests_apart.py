"""Tests and the code under test in two processes: honest code passes, and nothing that code does passes for it."""

from __future__ import annotations

import asyncio

import pytest

from indagate.tools.python import Ran, run_tests, walled


@pytest.fixture(autouse=True)
def jail() -> None:
    if not walled():
        pytest.skip("NO SANDBOX HERE: tests in a process apart were not tested")


def run(code: str, tests: str) -> Ran:
    return asyncio.run(run_tests([code], tests))


CHEATS = {
    "leaves at once": r"""
import os; os._exit(0)
""",
    "leaves politely": r"""
import sys; sys.exit(0)
""",
    "leaves when it is called": r"""
import os
def f(*a): os._exit(0)
""",
    "raises SystemExit when it is called": r"""
def f(*a): raise SystemExit(0)
""",
    "leaves at exit": r"""
import atexit, os
atexit.register(lambda: os._exit(0))
def f(*a): return 1
""",
    "prints the word of the launcher": r"""
import sys, os, gc
def f(*a):
    frame = sys._getframe()
    while frame:
        for held in frame.f_locals.values():
            if isinstance(held, dict) and 'word' in held: os.write(1, held['word'].encode()); os._exit(0)
        frame = frame.f_back
""",
    "replaces AssertionError": r"""
import builtins
builtins.AssertionError = type('A', (Exception,), {})
def f(*a): return 1
""",
    "traces the tests": r"""
import sys
def trace(frame, event, arg):
    frame.f_trace_opcodes = True
    return trace
sys.settrace(trace)
def f(*a): return 1
""",
    "reads its tests": r"""
import glob, os
def f(*a):
    for path in glob.glob('/proc/*/cmdline') + glob.glob('/tmp/**', recursive=True):
        try:
            if 'assert' in open(path).read(): return 2
        except OSError: pass
    return 1
""",
    "is equal to everything": r"""
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __gt__ = __le__ = __ge__ = __lt__
    def __hash__(self): return 1
def f(*a): return Yes()
""",
    "walks from what it is given": r"""
def f(key=None, *a):
    try: key.__globals__['check'] = lambda *a: None
    except Exception: pass
    try: key.__class__.__init__
    except Exception: pass
    return 1
""",
    "talks over the line itself": r"""
import os, json
def f(*a):
    for n in range(3, 64):
        try: os.write(n, b'{"value": 2}\n' * 9)
        except OSError: pass
    return 1
""",
}


@pytest.mark.parametrize("way", CHEATS)
def test_no_code_passes_a_test_that_fails(way: str) -> None:
    """`assert False`, a wrong value, and a comparison each fail, whatever the code does."""
    calls = "f(3)\n" if "def f" in CHEATS[way] else ""
    assert not run(CHEATS[way], f"{calls}assert False").whole
    if calls and "talks" not in way:
        tests = "def check(found, wanted):\n    assert found == wanted\ncheck(f(lambda x: x), 7); assert 6 < f(2) < 8"
        assert not run(CHEATS[way], tests).whole


HONEST = {
    "functions": (
        r"""
def f(n): return 1 if n < 2 else n * f(n - 1)
""",
        r"""
assert f(5) == 120
assert f(30) == f(29) * 30
""",
    ),
    "its own module": (
        r"""
def f(): return 1
X = [1]
""",
        r"""
import answer
from answer import f as g
assert g() == answer.X[0]
""",
    ),
    "a list sorted in place": (
        r"""
def f(xs): xs.sort()
""",
        r"""
xs = [3, 1, 2]
f(xs)
assert xs == [1, 2, 3]
""",
    ),
    "classes": (
        r"""
class Stack:
    def __init__(self): self.items = []
    def push(self, x): self.items.append(x)
    def pop(self):
        if not self.items: raise IndexError('empty')
        return self.items.pop()
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items)
""",
        r"""
s = Stack()
s.push(1); s.push((2, 'b'))
assert len(s) == 2 and isinstance(s, Stack) and list(s) == [1, (2, 'b')]
assert s.pop() == (2, 'b') and s.items == [1]
s.pop()
try: s.pop()
except IndexError as e: assert str(e) == 'empty'
else: assert False
""",
    ),
    "its own exceptions": (
        r"""
class Wrong(ValueError):
    def __init__(self, code): super().__init__(f'code {code}'); self.code = code
def f(): raise Wrong(7)
""",
        r"""
try: f()
except Wrong as e: assert e.code == 7 and isinstance(e, ValueError) and 'code 7' in str(e)
else: assert False
""",
    ),
    "callbacks": (
        r"""
def f(g, xs): return [g(x) for x in xs]
""",
        r"""
seen = []
assert f(lambda x: seen.append(x) or x + 1, (1, 2)) == [2, 3] and seen == [1, 2]
""",
    ),
    "generators": (
        r"""
def f(n):
    for i in range(n): yield i * i
""",
        r"""
assert list(f(4)) == [0, 1, 4, 9]
assert next(f(2)) == 0
""",
    ),
    "coroutines": (
        r"""
import asyncio
async def f(x):
    await asyncio.sleep(0)
    return x + 1
""",
        r"""
import asyncio
assert asyncio.run(f(1)) == 2
""",
    ),
    "operators": (
        r"""
from dataclasses import dataclass
@dataclass(frozen=True)
class V:
    x: int
    y: int
    def __add__(self, o): return V(self.x + o.x, self.y + o.y)
    def __mul__(self, k): return V(self.x * k, self.y * k)
""",
        r"""
assert V(1, 2) + V(3, 4) == V(4, 6)
assert V(1, 2) * 3 != V(0, 0)
assert repr(V(1, 2)) == 'V(x=1, y=2)' and len({V(1, 2), V(1, 2)}) >= 1
""",
    ),
    "data with names": (
        r"""
from collections import namedtuple, Counter
P = namedtuple('P', 'x y')
def f(): return P(1, 2)
def g(s): return Counter(s)
""",
        r"""
assert f() == (1, 2) and f().x == 1
assert g('aab') == {'a': 2, 'b': 1} and g('aab')['a'] == 2
""",
    ),
    "printing": (
        r"""
def f(): print('hello')
""",
        r"""
import io, contextlib
out = io.StringIO()
with contextlib.redirect_stdout(out): f()
assert out.getvalue() == 'hello\n'
""",
    ),
    "exact numbers": (
        r"""
from decimal import Decimal
from fractions import Fraction
def f(): return Decimal('0.1'), Fraction(1, 3), 2 ** 200
""",
        r"""
from decimal import Decimal
assert f()[0] == Decimal('0.1') and f()[2] == 2 ** 200
""",
    ),
    "unittest": (
        r"""
def f(x):
    if x < 0: raise ValueError('negative')
    return x ** 0.5
""",
        r"""
import unittest
class T(unittest.TestCase):
    def test(self):
        self.assertAlmostEqual(f(2), 1.41421356)
        self.assertRaises(ValueError, f, -1)
r = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
assert r.wasSuccessful() and r.testsRun == 1
""",
    ),
}


@pytest.mark.parametrize("what", HONEST)
def test_honest_code_passes(what: str) -> None:
    """What tests usually do with code works over the line too."""
    ran = run(*HONEST[what])
    assert ran.whole, ran.err[-1500:]


def test_a_wrong_answer_fails_with_its_reason() -> None:
    """The test's own words are what is told."""
    ran = run("def f(x): return x", "assert f(1) == 2, f'{f(1)} is not 2'")
    assert not ran.whole and ran.told == "AssertionError: 1 is not 2"
