"""The charts of three flows, written after their design pages, for the tests of this folder."""

from __future__ import annotations

from dataclasses import make_dataclass

from indagate.statechart import HISTORY, Chart, Final, Join, Wait, Work


def event(name: str) -> type:
    """An empty frozen event class of that name."""
    return make_dataclass(name, (), frozen=True)


Planned, Approved, Amended, Aborted, Settled, Spent = map(
    event, ("Planned", "Approved", "Amended", "Aborted", "Settled", "Spent")
)
CheckInDue, CriticalFailed, WentOn, WroteNow, GapsFound = map(
    event, ("CheckInDue", "CriticalFailed", "WentOn", "WroteNow", "GapsFound")
)
Completed, ReportWritten, Broke, Resumed = map(event, ("Completed", "ReportWritten", "Broke", "Resumed"))

MISSION = Chart(
    "mission",
    version=1,
    initial="PLANNING",
    states=[
        Work("PLANNING", {Planned: "AWAITING_APPROVAL"}),
        Wait("AWAITING_APPROVAL", {Approved: "RESEARCHING", Amended: "PLANNING", Aborted: "ABORTED"}),
        Work(
            "RESEARCHING",
            {
                Settled: "REFLECTING",
                Spent: "SYNTHESIZING",
                CheckInDue: "AWAITING_USER",
                CriticalFailed: "AWAITING_USER",
            },
        ),
        Wait("AWAITING_USER", {WentOn: "RESEARCHING", WroteNow: "SYNTHESIZING", Aborted: "ABORTED"}),
        Work("REFLECTING", {GapsFound: "RESEARCHING", Completed: "SYNTHESIZING"}),
        Work("SYNTHESIZING", {ReportWritten: "COMPLETED"}),
        Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}),
        Final("COMPLETED"),
        Final("ABORTED"),
    ],
    anywhere={Broke: "ERROR"},
)

Routed, AskedFor, Logged, AskedAndLogged, Searchable, DomainLacking, OnlyUserKnows, EnoughKnown = map(
    event,
    (
        "Routed",
        "AskedFor",
        "Logged",
        "AskedAndLogged",
        "Searchable",
        "DomainLacking",
        "OnlyUserKnows",
        "EnoughKnown",
    ),
)
Retrieved, Sufficient, Insufficient, Expanded, QuestionsPut, Informed, Declined = map(
    event,
    ("Retrieved", "Sufficient", "Insufficient", "Expanded", "QuestionsPut", "Informed", "Declined"),
)
Drafted, Passed, Failed, PassedInPart, Parsed, Stored, Observed = map(
    event, ("Drafted", "Passed", "Failed", "PassedInPart", "Parsed", "Stored", "Observed")
)

NOTES = Chart(
    "notes",
    version=1,
    initial="ROUTE",
    states=[
        Work("ROUTE", {Routed: "BUILD_CONTEXT"}),
        Work("BUILD_CONTEXT", {AskedFor: "PLAN", Logged: "PARSE", AskedAndLogged: ("PLAN", "PARSE")}),
        Work(
            "PLAN",
            {
                Searchable: "RETRIEVE",
                DomainLacking: "EXPAND_DOMAIN",
                OnlyUserKnows: "CLARIFY",
                EnoughKnown: "SYNTHESIZE",
            },
        ),
        Work("RETRIEVE", {Retrieved: "ANALYZE"}),
        Work("ANALYZE", {Sufficient: "SYNTHESIZE", Insufficient: "PLAN", DomainLacking: "EXPAND_DOMAIN"}),
        Work("EXPAND_DOMAIN", {Expanded: "BUILD_CONTEXT"}),
        Work("CLARIFY", {QuestionsPut: "WAIT_USER"}),
        Wait("WAIT_USER", {Informed: "ANALYZE", Declined: "SYNTHESIZE"}),
        Work("SYNTHESIZE", {Drafted: "EVALUATE"}),
        Work("EVALUATE", {Passed: "OBSERVE", Failed: "PLAN", PassedInPart: "OBSERVE"}),
        Work("PARSE", {Parsed: "STORE"}),
        Work("STORE", {Stored: "OBSERVE"}),
        Join("OBSERVE", {Observed: "COMPLETE"}),
        Final("COMPLETE"),
        Wait("ERROR", {Resumed: HISTORY}),
        Final("ABORTED"),
    ],
    anywhere={Broke: "ERROR", Aborted: "ABORTED"},
)

Opened, Understood, Explored, Chosen, Compiled, AttemptFailed = map(
    event, ("Opened", "Understood", "Explored", "Chosen", "Compiled", "AttemptFailed")
)
Survived, FlawFound, RetriesSpent, ApproachesLeft, Exhausted, DirectionExcluded = map(
    event, ("Survived", "FlawFound", "RetriesSpent", "ApproachesLeft", "Exhausted", "DirectionExcluded")
)
Confirmed, Refuted, OutOfBudget, CheckerMissing = map(event, ("Confirmed", "Refuted", "OutOfBudget", "CheckerMissing"))

PROOF = Chart(
    "proof",
    version=1,
    initial="NEW",
    states=[
        Work("NEW", {Opened: "OBSERVE"}),
        Work("OBSERVE", {Understood: "ORIENT"}),
        Work("ORIENT", {Explored: "DECIDE"}),
        Work("DECIDE", {Chosen: "ACT"}),
        Work("ACT", {Compiled: "VERIFY", AttemptFailed: "LEARN", Refuted: "REFUTED"}, timeout=600),
        Work("VERIFY", {Survived: "BREAKTHROUGH", FlawFound: "ACT", RetriesSpent: "LEARN", Refuted: "REFUTED"}),
        Work("LEARN", {ApproachesLeft: "DECIDE", Exhausted: "PIVOT"}),
        Work("PIVOT", {DirectionExcluded: "ORIENT"}),
        Wait("BREAKTHROUGH", {Confirmed: "PROVED", FlawFound: "ACT"}),
        Final("PROVED"),
        Final("REFUTED"),
        Wait("STOPPED", {Resumed: HISTORY}),
        Wait("BLOCKED", {Resumed: HISTORY}),
        Wait("ERROR", {Resumed: HISTORY}),
        Final("ABORTED"),
    ],
    anywhere={OutOfBudget: "STOPPED", CheckerMissing: "BLOCKED", Broke: "ERROR", Aborted: "ABORTED"},
)

CHARTS = [MISSION, NOTES, PROOF]
