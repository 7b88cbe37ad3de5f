"""The tool `answer`: the agent's word under a budget, else the person's, asked through the agent's program.

Its parameters are read at run time, since one is filled by asking: no postponed annotations here.
"""

from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import AcceptedElicitation, Elicit, ElicitationResult, Resolve
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

from indagate.mcp_server.host import Host, told
from indagate.mcp_server.tools import RunName, Words

Word = Annotated[str, Field(pattern=r"^[a-z][a-z_-]{0,31}$")]


class Decision(BaseModel):
    """What is decided where a run waits."""

    word: str = Field(description="one of the words that the run takes")
    text: str = Field(default="", description="what goes with it, where it takes a text")


def add_answer(server: MCPServer[Any], host: Host) -> None:
    """Declare the tool `answer`."""

    def decided(run: str, word: str, text: str, ctx: Context[Any, Any]) -> Decision | Elicit[Decision]:
        if host.decides:
            return Decision(word=word, text=text)
        capabilities = ctx.client_capabilities
        with told():
            asked = host.app.waiting(host.run(run).name)
        if asked is None or capabilities is None or capabilities.elicitation is None:
            raise ToolError(
                "not_granted: an agent decides here only under a budget, which this server was not started with "
                f"(--budget-calls, --budget-tokens, --budget-dollars). The person can: indagate show {run}"
            )
        words = "\n".join(f"{choice.word}: {choice.doc}" for choice in asked.choices)
        return Elicit(f"{asked.run} is {asked.state}: {asked.doc}\n\n{asked.brief}\n\n{words}", Decision)

    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False))
    async def answer(
        run: RunName,
        word: Word,
        decision: Annotated[ElicitationResult[Decision], Resolve(decided)],
        text: Words = "",
    ) -> dict[str, Any]:
        """Decide where a run waits, with one of the words under `asked`: approve, amend, answer, resume, abort …

        You may only where the server was started with a budget; else the person is asked through your program.
        """
        if not isinstance(decision, AcceptedElicitation):
            raise ToolError("declined: the person has not decided; the run waits")
        with told():
            name = host.run(run).name
            await host.conductor.signal(name, decision.data.word, decision.data.text)
            return host.stands(name)
