"""Figures come from files and go to files; whatever is wrong in them is named."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree
from typer.testing import CliRunner

from flows.report.figures import samples
from indagate.errors import InputError
from indagate.flows.report.charts_command import COMMANDS
from indagate.flows.report.figures.files import figures_text, read_figures, series_text


def written(folder: Path) -> Path:
    """Write all sample figures, the first one's series in files of their own; return the figures' file."""
    figures = samples.every_figure()
    series = folder / "series"
    series.mkdir()
    named = []
    for at, one in enumerate(figures[0].series):
        (series / f"s{at}.json").write_text(series_text(one), encoding="utf-8")
        named.append(replace(one, file=f"s{at}"))
    figures[0] = replace(figures[0], series=tuple(named))
    path = folder / "chart_data.json"
    path.write_text(figures_text(figures), encoding="utf-8")
    return path


def test_figures_come_back_as_they_were_written(tmp_path: Path) -> None:
    """What a run writes is what `indagate charts` reads, series files included."""
    read = read_figures(written(tmp_path), tmp_path / "series")
    for was, now in zip(samples.every_figure(), read, strict=True):
        assert replace(now, series=tuple(replace(one, file="") for one in now.series)) == was


def test_the_command_draws_a_page_and_a_picture_for_each(tmp_path: Path) -> None:
    """Pages open without a network: the library lies beside them once, and the picture stands alone."""
    written(tmp_path)
    out = tmp_path / "charts"
    result = CliRunner().invoke(
        COMMANDS,
        [
            "--chart-data",
            str(tmp_path / "chart_data.json"),
            "--series-dir",
            str(tmp_path / "series"),
            "--output-dir",
            str(out),
        ],
    )
    assert result.exit_code == 0, result.output
    pages = [Path(line) for line in result.output.split()]
    assert [page.stem for page in pages] == [figure.id for figure in samples.every_figure()]
    assert len(list(out.glob("*.js"))) == 1
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
        assert 'src="plotly.min.js"' in text
        picture = etree.fromstring(page.with_suffix(".svg").read_bytes())
        assert picture.tag.endswith("svg")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "no JSON"),
        ("{}", "no list of figures"),
        ('{"charts": [{"id": "a"}]}', r"`kind`.*charts\[0\]"),
        ('{"charts": [{"id": "a", "kind": "pie", "title": "t"}]}', "pie"),
        ('{"charts": [{"id": "a", "kind": "line", "title": "t"}, {"id": "a", "kind": "line", "title": "t"}]}', "'a'"),
        (
            '{"charts": [{"id": "a", "kind": "line", "title": "t", "series": [{"name": "s", "y": ["x"]}]}]}',
            r"series\[0\]",
        ),
        (
            '{"charts": [{"id": "a", "kind": "line", "title": "t", "series": [{"name": "s", "file": "../b"}]}]}',
            "outside",
        ),
        (
            '{"charts": [{"id": "a", "kind": "line", "title": "t", "series": [{"name": "s", "file": "gone"}]}]}',
            "no file",
        ),
    ],
)
def test_whatever_is_wrong_in_a_file_is_named(tmp_path: Path, content: str, words: str) -> None:
    """A message says which file and where in it, and nothing outside the series folder is read."""
    (tmp_path / "b.json").write_text("{}")
    path = tmp_path / "chart_data.json"
    path.write_text(content)
    (tmp_path / "series").mkdir()
    with pytest.raises(InputError, match=words):
        read_figures(path, tmp_path / "series")


def test_series_files_have_the_forms_that_people_write(tmp_path: Path) -> None:
    """Columns, pairs, and objects of a date and a value are the same series."""
    forms = {
        "a": {"x": ["2020", "2021"], "y": [1, None]},
        "b": {"points": [["2020", 1], ["2021", None]]},
        "c": [{"date": "2020", "value": 1}, {"date": "2021", "value": None}],
    }
    for name, form in forms.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(form))
    charts = [{"id": "f", "kind": "line", "title": "t", "series": [{"name": name, "file": name} for name in forms]}]
    path = tmp_path / "charts.json"
    path.write_text(json.dumps(charts))
    (figure,) = read_figures(path, tmp_path)
    assert {(one.x, one.y) for one in figure.series} == {(("2020", "2021"), (1.0, None))}
