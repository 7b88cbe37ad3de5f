"""Whether sources name the places that the person limits the research to: looked up in their archived words."""

from __future__ import annotations

from indagate.evidence.source import Source
from indagate.flow import Context
from indagate.flows.mission.chart import Placed
from indagate.flows.mission.constraint import naming
from indagate.flows.mission.record import Mission
from indagate.storage import Blobs


def placed(mission: Mission, source: Source, store: Blobs) -> Placed:
    """Look for the places of the limits in a source. Raises `Corrupt` if the store has lost its text."""
    wanted = mission.constraints.places
    text = store.get(source.text_sha256).decode("utf-8", "surrogatepass") if wanted else ""
    return Placed(source.locator, wanted, naming(wanted, text, source.title, source.publisher, source.locator))


async def look(ctx: Context[Mission]) -> Mission:
    """Look for the places in every archived source where nobody has; return the mission as it is then."""
    mission = ctx.record
    for source in tuple(mission.sources.values()) if mission.constraints.places else ():
        if mission.about(source).places is None:
            mission = await ctx.emit(placed(mission, source, ctx.store))
    return mission
