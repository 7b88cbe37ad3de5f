"""Seeded mutants of a package, and how many of them its tests notice: `python -m bench.mutants --help`.

Each mutant is one change (a comparison, `and` for `or`, a number plus one, a statement left out, …) in a copy of the
tree, run against the tests that execute its line, quickest first, until one fails. Texts, annotations and imports are
not changed. A mutant whose tests do not end is killed too. The exit code is 1 where fewer than `--least` are killed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import Queue

from bench.mutants import watch
from bench.mutants.site import Site, mutated, sites

ROOT = Path(__file__).parents[2]
QUICK = 60.0
"""Seconds that the tests of one mutant may have taken on the true code; the slowest of them are left out."""
SAID, LAST = "mutants_said.txt", 4000
"""Where a tree keeps what its tests said, and how many characters of it are shown where they fail on the true code."""
HUNG = 6
"""How many times as long as on the true code tests may take before they count as hanging; and a minute more."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: killed, hung, survived, or run by no test."""

    site: Site
    fate: str
    tests: int
    seconds: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--package", required=True, help="the package whose modules are changed: indagate.flows.task")
    parser.add_argument("--tests", required=True, nargs="+", help="files or folders of tests")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--only", nargs="+", type=int, default=None, help="only these of the mutants, by number")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--least", type=int, default=0, help="how many have to be killed")
    parser.add_argument(
        "--watched", type=Path, default=None,
        help="keep there which test executes which line; files of tests that are unchanged since are not watched again",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, default=None, help="where to write what became of each, as JSON")
    taken = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        folder = Path(place)
        trees = [_tree(folder / f"tree{n}") for n in range(taken.jobs)]
        package = Path("src", *taken.package.split("."))
        known = [site for path in _modules(package) for site in sites(ROOT, path)]
        drawn = random.Random(taken.seed).sample(known, min(taken.count, len(known)))
        chosen = {n: site for n, site in enumerate(drawn, 1) if taken.only is None or n in taken.only}
        print(f"{len(known)} possible changes in {package}; {len(chosen)} drawn by the seed {taken.seed}", flush=True)
        lines, seconds = _watched(trees[0], package, taken.tests, taken.watched)
        told = f"{len(seconds)} tests on the true code"
        print(f"{told}: {sum(seconds.values()):.0f} s, watched", flush=True)
        free: Queue[Path] = Queue()
        for tree in trees:
            free.put(tree)

        def fate(number: int) -> Fate:
            tree = free.get()
            try:
                found = _fate(chosen[number], tree, trees[0], lines, seconds, taken.tests)
            finally:
                free.put(tree)
            print(
                f"{number:>4} {found.fate:<9} {found.tests:>3} tests {found.seconds:>5.0f} s  {found.site}", flush=True
            )
            return found

        with ThreadPoolExecutor(taken.jobs) as pool:
            fates = dict(zip(chosen, pool.map(fate, chosen), strict=True))
    killed = sum(one.fate in ("killed", "hung") for one in fates.values())
    print(f"killed {killed} of {len(fates)}, in {(time.monotonic() - began) / 60:.0f} min")
    if taken.out is not None:
        told_of = [{"number": n, "fate": one.fate, "mutant": str(one.site)} for n, one in fates.items()]
        taken.out.write_text(json.dumps(told_of, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 1 if killed < taken.least else 0


def _modules(package: Path) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py")) if (ROOT / package).is_dir() else [ROOT / f"{package}.py"]
    return [path.relative_to(ROOT) for path in found]


def _tree(place: Path) -> Path:
    """Copy what tests need: everything but environments and histories."""
    unwanted = shutil.ignore_patterns(".venv*", ".git", "__pycache__", ".*_cache", ".bench*", ".indagate")
    shutil.copytree(ROOT, place, ignore=unwanted, symlinks=True)
    (place / "mutants_start").mkdir()
    start = "from bench.mutants import watch\n\nwatch.begin()\n"
    (place / "mutants_start" / "sitecustomize.py").write_text(start, encoding="utf-8")
    return place


def _pytest(tree: Path, tests: list[str], timeout: float | None, **more: str) -> int | None:
    """Run tests in a tree, which keeps what they say; return the exit code, or None where they did not end in time."""
    path = os.pathsep.join(map(str, (tree / "mutants_start", tree / "src", tree)))
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "bench.mutants.watch", "-p", "no:cacheprovider"]
    words += ["-p", "no:xdist"] if importlib.util.find_spec("xdist") else []
    with (tree / SAID).open("wb") as said, subprocess.Popen(
        [*words, *tests], cwd=tree, env={**os.environ, "PYTHONPATH": path, **more}, stdout=said,
        stderr=subprocess.STDOUT, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)


def _watched(
    tree: Path, package: Path, tests: list[str], kept: Path | None
) -> tuple[dict[str, set[tuple[str, int]]], dict[str, float]]:
    """Return the lines of each test and its seconds; of files whose tests were watched before, what was kept."""
    files = [path for name in tests for path in (sorted(Path(ROOT, name).rglob("test_*.py")) or [ROOT / name])]
    digests = {path.relative_to(ROOT).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}
    code = sha256(b"".join((ROOT / path).read_bytes() for path in _modules(package))).hexdigest()
    known = json.loads(kept.read_text(encoding="utf-8")) if kept is not None and kept.exists() else {}
    before = known.get("files", {}) if known.get("package") == code else {}
    fresh = [name for name, digest in digests.items() if before.get(name) != digest]
    lines: dict[str, set[tuple[str, int]]] = {}
    seconds: dict[str, float] = {}
    if fresh:
        seen = tree / "mutants_seen"
        seen.mkdir()
        if (ended := _pytest(tree, fresh, None, **{watch.WATCHED: str(tree / package), watch.SEEN: str(seen)})) != 0:
            said = (tree / SAID).read_text(encoding="utf-8", errors="replace")
            raise SystemExit(f"{said[-LAST:]}\nthe tests fail on the true code (exit {ended})")
        lines, seconds = watch.read(seen)
    stays = {name for name in digests if name not in fresh}
    for name, found in known.get("lines", {}).items():
        if before and (not name or name.partition("::")[0] in stays):
            lines.setdefault(name, set()).update((str(tree / path), line) for path, line in found)
    seconds |= {name: took for name, took in known.get("seconds", {}).items() if name.partition("::")[0] in stays}
    if kept is not None:
        plain = {name: sorted((str(Path(path).relative_to(tree)), line) for path, line in ran)
                 for name, ran in lines.items()}  # fmt: skip
        told = {"package": code, "files": digests, "lines": plain, "seconds": seconds}
        kept.write_text(json.dumps(told), encoding="utf-8")
    return lines, seconds


def _fate(
    site: Site, tree: Path, watched: Path, lines: dict[str, set[tuple[str, int]]], seconds: dict[str, float],
    tests: list[str],
) -> Fate:  # fmt: skip
    """Change the tree, run the tests that execute the line, and put it back."""
    began, path = time.monotonic(), tree / site.path
    hit = {(str(watched / site.path), line) for line in range(site.first, site.last + 1)}
    if hit & lines.get("", set()):  # run while importing: whatever uses the module may notice
        hit = {found for ran in lines.values() for found in ran if found[0] == str(watched / site.path)}
    hitting = (name for name, ran in lines.items() if name and ran & hit)
    running = sorted(hitting, key=lambda name: seconds.get(name, 0.0))
    taken, quick = 0.0, []
    for name in running:
        taken += seconds.get(name, 0.0)
        if quick and taken > QUICK:
            break
        quick.append(name)
    if not quick:
        return Fate(site, "not run", 0, 0.0)
    true = path.read_text(encoding="utf-8")
    wanted = tree / "mutants_tests.json"
    wanted.write_text(json.dumps(quick), encoding="utf-8")
    try:
        path.write_text(mutated(true, site), encoding="utf-8")
        more = {watch.TESTS: str(wanted), "PYTHONDONTWRITEBYTECODE": "1"}
        code = _pytest(tree, tests, 60 + HUNG * taken, **more)
    finally:
        path.write_text(true, encoding="utf-8")
    fate = "hung" if code is None else "survived" if code == 0 else "killed"
    return Fate(site, fate, len(quick), time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
