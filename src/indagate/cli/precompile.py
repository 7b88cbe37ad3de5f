"""`python -m indagate.cli.precompile`: write the bytecode of all modules and templates, where the first use would.

For a set-up whose environment says that Python shall write none, or whose users may not write to the package.
"""

from __future__ import annotations

import compileall
import contextlib
import sys
from pathlib import Path

import indagate
from indagate.flows.mission.page import template
from indagate.models.prompt import DIVIDER, load


def main() -> int:
    """Compile what is not compiled yet; return 1 where a module cannot be."""
    sys.dont_write_bytecode = False
    package = Path(indagate.__file__).parent
    for path in package.rglob("*.md"):
        if DIVIDER in path.read_text(encoding="utf-8"):
            load(path)
    for path in (package / "flows/mission/templates").iterdir():
        if path.is_file():
            template(path.name)
    with contextlib.suppress(ImportError):  # the extra `serve`
        from indagate.server.page.render import environment

        for name in environment().list_templates(filter_func=lambda name: name.endswith(".html")):
            environment().get_template(name)
    return 0 if compileall.compile_dir(package, quiet=1) else 1


if __name__ == "__main__":
    sys.exit(main())
