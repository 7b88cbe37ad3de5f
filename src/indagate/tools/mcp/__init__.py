"""Tools of MCP servers: which servers a file names, and their tools, which obey the rules that our own tools obey."""

from indagate.tools.mcp.client import Said, mcp_tools, open_servers
from indagate.tools.mcp.config import McpServer, servers_from

__all__ = ["McpServer", "Said", "mcp_tools", "open_servers", "servers_from"]
