"""What is in a folder? Every file is read in parallel, a person looks at the list, then it stands."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from indagate import HISTORY, Chart, Final, Flow, Lab, Page, Record, Signal, Wait, Work, tool
from indagate.errors import BudgetSpent
from indagate.events import Aborted, Broke, Resumed


@dataclass(frozen=True)
class Folder:
    """The input of a run."""

    path: str


@dataclass(frozen=True)
class Entry:
    """An event: a file was read. It is also what the tool returns."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Gathered:
    """All files were read, but for those that the budget did not allow."""

    unread: int


@dataclass(frozen=True)
class Amended:
    """A person wants files that match a pattern left out."""

    pattern: str


@dataclass(frozen=True)
class Approved:
    """A person says that the list is right."""


CHART = Chart("inventory", version=1, initial="GATHERING", states=[
    Work("GATHERING", {Gathered: "REVIEW"}, doc="read every file"),
    Wait("REVIEW", {Approved: "DONE", Amended: "GATHERING", Aborted: "ABORTED"}, doc="is the list right?"),
    Final("DONE"),
    Final("ABORTED"),
    Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}, doc="mend it, then resume"),
], anywhere={Broke: "ERROR", Aborted: "ABORTED"})  # fmt: skip


@dataclass
class Inventory(Record[Folder]):
    """What a run knows; `fold` is the one place that changes it."""

    entries: dict[str, Entry] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def fold(self, event: object, stamp: object) -> None:
        """Take one event in."""
        match event:
            case Entry():
                self.entries[event.path] = event
            case Amended():
                self.left_out.append(event.pattern)

    def wanted(self) -> list[Entry]:
        """Return the entries that nobody left out, in order."""
        kept = [e for e in self.entries.values() if not any(Path(e.path).match(p) for p in self.left_out)]
        return sorted(kept, key=lambda e: e.path)


@tool
def list_files(folder: str) -> list[str]:
    """Return the files below a folder."""
    root = Path(folder)
    if not root.is_dir():
        raise FileNotFoundError(f"there is no folder {folder}")
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


@tool(timeout=60, tries=2)
async def read_file(folder: str, path: str) -> Entry:
    """Return a file's size and digest."""
    content = (Path(folder) / path).read_bytes()
    return Entry(path, len(content), hashlib.sha256(content).hexdigest())


async def gathering(inventory: Inventory, lab: Lab[Inventory]) -> Gathered:
    """Read every file, eight at a time."""
    folder = inventory.input.path
    paths = await lab.call(list_files, folder)

    async def one(path: str) -> bool:
        try:
            await lab.emit(await lab.call(read_file, folder, path))
        except BudgetSpent:
            return False
        return True

    return Gathered((await lab.each(paths, one, key=str, limit=8)).count(False))


def page(inventory: Inventory) -> str:
    """Return the list as CSV."""
    rows = [f'"{e.path}",{e.size},{e.sha256}' for e in inventory.wanted()]
    return "\n".join(["path,size,sha256", *rows, ""])


FLOW = Flow(
    chart=CHART,
    record=Inventory,
    input=Folder,
    steps={"gathering": gathering},
    emits=[Entry],
    signals=[
        Signal("approve", Approved, "the list is right"),
        Signal("amend", Amended, "leave out files that match a pattern, as *.tmp"),
    ],
    views=[Page("inventory.csv", page)],
    outcome=lambda inventory: f"{len(inventory.wanted())} files listed",
    brief=page,
    doc="what is in a folder",
)
