"""The MCP door: tools and resources for agents of others, over pipes. The extra `mcp` installs what it needs."""
