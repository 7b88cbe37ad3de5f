"""What is in a folder? Its files are read in parallel, a person looks at the list, then it stands."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from indagate import HISTORY, Chart, Context, Final, Flow, Page, Record, Signal, Wait, Work, tool
from indagate.errors import BudgetSpent
from indagate.events import Aborted, Broke, Resumed


@dataclass(frozen=True)
class FileRead:
    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Gathered:
    unread: int


@dataclass(frozen=True)
class Amended:
    pattern: str


@dataclass(frozen=True)
class Approved: ...


CHART = Chart("inventory", version=1, initial="GATHERING", states=[
    Work("GATHERING", {Gathered: "REVIEW"}, doc="read every file"),
    Wait("REVIEW", {Approved: "DONE", Amended: "GATHERING", Aborted: "ABORTED"}, doc="is the list right?"),
    Final("DONE"),
    Final("ABORTED"),
    Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}, doc="mend it, then resume"),
], anywhere={Broke: "ERROR", Aborted: "ABORTED"})  # fmt: skip


@dataclass
class Inventory(Record[str]):
    files: dict[str, FileRead] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def fold(self, event: object, stamp: object) -> None:
        match event:
            case FileRead(path):
                self.files[path] = event
            case Amended(pattern):
                self.left_out.append(pattern)
                self.files = {path: file for path, file in self.files.items() if not Path(path).match(pattern)}


@tool
def list_files(folder: str, left_out: list[str]) -> list[str]:
    root = Path(folder).resolve(strict=True)
    paths = [path.relative_to(root) for path in root.rglob("*") if path.is_file()]
    return sorted(str(path) for path in paths if not any(path.match(pattern) for pattern in left_out))


@tool(shared=True, tries=2)
def read_file(folder: str, path: str) -> FileRead:
    content = Path(folder, path).read_bytes()
    return FileRead(path, len(content), hashlib.sha256(content).hexdigest())


async def gathering(inventory: Inventory, ctx: Context[Inventory]) -> Gathered:
    async def read(path: str) -> bool:
        try:
            await ctx.emit(await ctx.call(read_file, inventory.input, path))
        except BudgetSpent:
            return False
        return True

    paths = await ctx.call(list_files, inventory.input, inventory.left_out)
    return Gathered((await ctx.each(paths, read, key=str, limit=8)).count(False))


def as_csv(inventory: Inventory) -> str:
    rows = [f'"{file.path}",{file.size},{file.sha256}' for _, file in sorted(inventory.files.items())]
    return "\n".join(["path,size,sha256", *rows, ""])


FLOW = Flow(
    chart=CHART, record=Inventory, input=str, steps={"gathering": gathering}, emits=[FileRead],
    signals=[Signal("approve", Approved, "the list is right"), Signal("amend", Amended, "leave out files like *.tmp")],
    views=[Page("inventory.csv", as_csv)], brief=as_csv, prefix="INV", doc="what is in a folder",
    summary=lambda inventory: f"files: {len(inventory.files)}",
)  # fmt: skip
