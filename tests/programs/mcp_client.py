"""A session with the official Python SDK of the Model Context Protocol: mcp_client.py FENCEPOST RACY.cu

By the handshake, and by revision 2026-07-28: checks a racy program, asks for what ends its race, applies that, checks again.
The client checks what it gets by its own knowledge of the protocol, and structured results by the tools' schemas."""

import asyncio
import os
import sys

from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters


async def listed(client):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert {"check", "explain", "propose", "apply_proposal"} <= set(tools), tools
    assert tools["check"].annotations.read_only_hint, tools["check"]
    for tool in tools.values():
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema or {})
    refused = await client.call_tool("compile", {"source": "int x = ;"})
    assert refused.is_error and "expected expression" in refused.content[0].text, refused


async def mended(client, source):
    async def call(name, **arguments):
        result = await client.call_tool(name, arguments)
        assert not result.is_error, result
        return result

    racy = (await call("check", source=source)).structured_content
    assert [finding["kind"] for finding in racy["findings"]] == ["race"], racy
    told = (await call("explain", finding=racy["findings"][0]["id"])).content[0].text
    assert "__syncthreads()" in told, told
    proposed = (await call("propose", source=source)).structured_content
    assert [proposal["verified"] for proposal in proposed["proposals"]] == [True], proposed
    changed = (await call("apply_proposal", report=proposed["report"])).structured_content["files"][0]["source"]
    assert changed != source and "__syncthreads()" in changed, changed
    clean = (await call("check", source=changed)).structured_content
    assert clean["errors"] == clean["warnings"] == 0 and clean["accesses"] > 0, clean


async def main():
    fencepost, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        source = file.read()
    parameters = StdioServerParameters(command=fencepost, args=["mcp"], env=dict(os.environ))
    async with Client(parameters, mode="legacy") as client:
        assert client.protocol_version == "2025-11-25", client.protocol_version
        await listed(client)
    async with Client(parameters, mode="auto") as client:
        assert client.protocol_version == "2026-07-28", client.protocol_version
        await listed(client)
        await mended(client, source)


asyncio.run(main())
