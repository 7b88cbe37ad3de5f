"""What a mission's model words: judged by SUPPORT, cut or dropped, marked in the report, and verified."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from indagate.app import App
from indagate.engine.row import Done, decode
from indagate.errors import InputError
from indagate.flows.mission import FLOW, MissionInput
from parts.scripted import Asked, Scripted, pairs, says
from parts.scripted import facts as facts_of

from .material import QUESTION, begin, corpus, quick
from .test_mission import Seen, drive

INVENTED = "It is banned in all schools and its maker is bankrupt."
HONEST = "During the night a pump must not be louder than the limit in the ordinance."
TRUE = {"verdict": "yes"}
FALSE = {"verdict": "no"}


def wording(*sentences: str, basis: str = "worded") -> dict[str, Callable[[Asked], Any]]:
    """Writers that say these sentences, each resting on all facts shown."""

    def write(asked: Asked) -> Any:
        named = [name for name, _ in facts_of(asked)][:4]
        return {"answered": True, "sentences": [{"text": text, "facts": named, "basis": basis} for text in sentences]}

    def section(asked: Asked) -> Any:
        return {"sentences": write(asked)["sentences"]}

    return {"bottom-line": write, "section-writer": section}


def judging(**fates: dict[str, str]) -> Callable[[Asked], Any]:
    """A judge that knows sentences by how they begin."""

    def judge(asked: Asked) -> Any:
        return {
            "verdicts": [
                {"number": n, **next(fate for begins, fate in fates.items() if sentence.startswith(begins))}
                for n, (sentence, _) in enumerate(pairs(asked), 1)
            ]
        }

    return judge


def asked_of(run: Seen, role: str) -> list[Done]:
    return [decode(row.body, Done) for row in run.rows if row.kind == "done" and row.name == f"ask {role}"]


def test_what_no_quote_says_does_not_reach_the_report(tmp_path: Path) -> None:
    """A sentence without a number, a name or an address passes the hard check; the judge drops it, and that is said."""
    answers = {**wording(INVENTED, HONEST), "support": judging(It=FALSE, During=TRUE)}
    with Scripted(answers=answers) as service:
        run = drive(service, tmp_path)
        shown = pairs(service.of("support")[0])
    assert run.state == "COMPLETED"
    assert not run.breaches
    assert "bankrupt" not in run.report
    assert "bankrupt" not in (tmp_path / "home" / "runs" / run.name / "report.html").read_text()
    assert f"{HONEST} *worded*[^Fact-" in run.report
    assert "that what it rests on does not say" in run.report
    assert "verbatim quote from an archived source" not in run.report
    assert len(asked_of(run, "support")) == 1
    assert len(shown) == len({sentence for sentence, _ in shown for _ in [0]}) or all(quotes for _, quotes in shown)
    claim = run.record.sections[""].claims[0]
    assert (claim.basis, claim.by, claim.supported_by) == ("worded", service.model, service.model)
    assert re.search(r"\d+ worded by .* and judged supported by ", run.report)


def test_a_sentence_is_cut_to_its_supported_part(tmp_path: Path) -> None:
    """A supported part with a number, a name or an address of its own is no part to show."""
    both = f"{HONEST[:-1]}, and its maker is bankrupt."
    part = {"verdict": "partly", "supported": HONEST}
    worse = {"verdict": "partly", "supported": "It is 99 dB(A) loud in Zarechny."}
    with Scripted(answers={**wording(both, INVENTED), "support": judging(During=part, It=worse)}) as service:
        run = drive(service, tmp_path)
    assert f"{HONEST} *worded*[^" in run.report
    assert not re.search("bankrupt|Zarechny|99 dB", run.report.partition("## Limitations")[0])
    assert "Cut to its supported part: one sentence" in run.report
    assert not run.breaches


def test_a_judge_that_fails_costs_no_sentence_and_is_said(tmp_path: Path) -> None:
    """What is worded then stands as worded and not judged."""
    with Scripted(faults={"support": [says("I would say so.", always=True)]}, answers=wording(HONEST)) as service:
        run = drive(service, tmp_path)
    assert run.state == "COMPLETED"
    assert f"{HONEST} *worded*[^" in run.report
    assert "Nobody judged whether the sentences are supported: " in run.report
    assert re.search(r"\d+ worded by .*, not judged", run.report)
    assert not run.breaches
    assert {claim.supported_by for claim in run.record.sections[""].claims} == {""}


def test_an_inference_is_marked_as_one(tmp_path: Path) -> None:
    """It is judged as an inference, and a reader sees that it is one."""
    with Scripted(answers=wording("So one should choose a quiet pump.", basis="inference")) as service:
        run = drive(service, tmp_path)
        assert "Sentence 1 (an inference):" in service.of("support")[0].text
    assert "quiet pump. *inference*[^" in run.report
    assert "inferred by" in run.report
    assert ">inference</em>" in (tmp_path / "home" / "runs" / run.name / "report.html").read_text()


@pytest.mark.parametrize(
    "sentence",
    [
        "The limit is 99 dB(A) in Lindental.",
        "In the town of Zarechny the limit is lower.",
        "The limit is lower (Farrant et al., 2019).",
        "The limit is told in S77.",
        "The limit is told at zarechny.example.",
    ],
)
def test_what_code_can_refuse_is_refused_whatever_the_judge_says(sentence: str, tmp_path: Path) -> None:
    """A judge that says yes to everything does not bring it in."""
    with Scripted(answers=wording(sentence, HONEST)) as service:
        run = drive(service, tmp_path)
    assert sentence not in run.report.partition("## Limitations")[0]
    assert HONEST in run.report
    assert not run.breaches


def test_verbatim_sentences_need_no_judge(tmp_path: Path) -> None:
    """They are copies; the report may say that each is a verbatim quote."""
    with Scripted() as service:
        run = drive(service, tmp_path)
        assert not service.of("support")
    assert "verbatim quote from an archived source" in run.report
    assert {claim.basis for section in run.record.sections.values() for claim in section.claims} == {"verbatim"}


def test_without_a_model_for_it_nothing_is_judged_and_the_report_says_so(tmp_path: Path) -> None:
    """`--role support=rule`: the writer's words stand, not judged."""

    async def go(model: str) -> str:
        home = tmp_path / "home"
        async with App(home, answerers=quick(model, home, answerers=("support=rule",))) as app:
            handle = await begin(app, tmp_path)
            await handle.drive()
            assert not list(app.verify(handle.name))
            return (handle.folder / "report.md").read_text()

    with Scripted(answers=wording(HONEST)) as service:
        report = asyncio.run(go(service.model))
        assert not service.of("support")
    assert "Nobody judged whether the sentences are supported: no model." in report


def test_nothing_that_a_writer_says_is_cut_for_its_length(tmp_path: Path) -> None:
    """`--length` is what writers are asked for, in three words; what they write beyond it stands."""
    many = [f"{HONEST[:-1]}, rule number three says." for _ in range(8)]

    async def go(model: str) -> tuple[str, int]:
        home = tmp_path / "home"
        async with App(home, answerers=quick(model, home, answerers=("support=rule",))) as app:
            given = MissionInput(QUESTION, str(corpus(tmp_path, small=True)), approve=True, length="short")
            handle = await app.start(FLOW, given)
            await handle.drive()
            claims = [claim for part in handle.record.sections.values() for claim in part.claims]
            return (handle.folder / "report.md").read_text(), sum(len(claim.text.split()) for claim in claims)

    with Scripted(answers=wording(*many)) as service:
        report, words = asyncio.run(go(service.model))
    assert words > 1.25 * 250
    assert "Not done, for no model answered it: support." in report
    with pytest.raises(InputError, match="no length of a report"):
        MissionInput(QUESTION, "/x", length="brief")  # type: ignore[arg-type]
