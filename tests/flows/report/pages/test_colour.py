"""The series' colours can be told apart, also by those who see red or green weakly."""

from __future__ import annotations

import itertools
import re

import pytest

from indagate.flows.report.pages import find_styles
from indagate.flows.report.pages.style import base_css

SIGHT = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
"""How colours are seen, in linear light (Machado, Oliveira and Fernandes, 2009)."""


def ctx(colour: str, sight: str) -> tuple[float, float, float]:
    """Return a colour as it is seen, in CIELAB."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))) for row in SIGHT[sight])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def palettes(style: str) -> list[list[str]]:
    """Return a style's colours by day and by night."""
    shades = []
    for dark in (False, True):
        held: dict[str, str] = {}
        for css in (base_css(), find_styles()[style].css):
            day, _, rest = css.partition("@media screen and (prefers-color-scheme:dark)")
            night = re.match(r"\{:root\{(.*?)\}\}", rest, re.DOTALL)
            held |= dict(re.findall(r"--(s[1-6]):(#[0-9a-f]{6})", day))
            if dark and night:
                held |= dict(re.findall(r"--(s[1-6]):(#[0-9a-f]{6})", night[1]))
        shades.append([held[f"s{at}"] for at in range(1, 7)])
    return shades


@pytest.mark.parametrize("style", ["default", "minimal", "academic", "warp"])
@pytest.mark.parametrize("sight", list(SIGHT))
def test_the_first_colours_differ_for_every_eye(style: str, sight: str) -> None:
    """Any two of the first four are at least 12 apart in CIELAB; 2.3 is what an eye just notices."""
    for shades in palettes(style):
        for one, other in itertools.combinations(shades[:4], 2):
            distance = sum((a - b) ** 2 for a, b in zip(ctx(one, sight), ctx(other, sight), strict=True)) ** 0.5
            assert distance >= 12, f"{one} and {other}: {distance:.1f}"
