#!/usr/bin/env python3
"""mcp-client.py DETM FOLDER: calls the tools of detm mcp with the client of the package mcp; FOLDER has shop.html.  Prints TAP.

Schemas are checked with the package jsonschema, which the client needs."""
import asyncio
import sys

import jsonschema
import mcp
from mcp.client.stdio import stdio_client

results = []


def check(passed, name):
    results.append(passed)
    print(f"{'' if passed else 'not '}ok {len(results)} - {name}")


async def call(session, tool, schemas, **arguments):
    jsonschema.validate(arguments, schemas[tool])
    return await session.call_tool(tool, arguments)


def structured(result):
    return getattr(result, "structured_content", None) or getattr(result, "structuredContent", None)


def failed(result):
    return getattr(result, "is_error", getattr(result, "isError", None))


async def call_all(session):
    about = await session.initialize()
    check(getattr(about, "server_info", getattr(about, "serverInfo", None)).name == "detm", "the client connects")
    tools = (await session.list_tools()).tools
    schemas = {tool.name: getattr(tool, "input_schema", None) or tool.inputSchema for tool in tools}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    check(sorted(schemas) == ["apply", "classify", "content", "extract", "fields", "learn", "links", "repair",
                              "template", "verify"], "lists ten tools")
    url = "https://larkmere-pantry.example/c/baking"
    found = structured(await call(session, "extract", schemas, file="shop.html", url=url))
    check(len(found["records"]) > 3 and found["records"][0]["title-link"].startswith(url[:31]), "extract gives records")
    learned = structured(await call(session, "learn", schemas, pages=[{"file": "shop.html", "url": url}]))
    applied = structured(await call(session, "apply", schemas, wrapper=learned["wrapper"], file="shop.html", url=url))
    check(applied["records"] == found["records"], "apply gives the records of extract")
    verified = structured(await call(session, "verify", schemas, wrapper=learned["wrapper"], file="shop.html", url=url))
    check(verified["@status"] == "ok", "verify finds no change")
    content = structured(await call(session, "content", schemas, html="<h1>Ferry</h1><p>It runs on Monday, they said.</p>"))
    check("Monday" in content["markdown"], "content gives Markdown")
    links = structured(await call(session, "links", schemas, file="shop.html", url=url))
    check(len(links["records"]) > 5, "links lists the links")
    book = [{"file": "book-1.html"}]
    fields = structured(await call(session, "fields", schemas, pages=book))["pages"][0]["records"]
    chosen = {field["name"]: field["value"] for field in fields if field["name"] in ("title", "publisher")}
    made = structured(await call(session, "template", schemas, pages=book, examples=chosen))
    read = structured(await call(session, "apply", schemas, wrapper=made["template"], file="book-1.html"))
    check(len(chosen) == 2 and read["records"] == [chosen], "a template of fields that were listed reads these values")
    repaired = structured(await call(session, "repair", schemas, wrapper=made["template"], pages=[{"file": "book-2.html"}]))
    fates = {field["field"]: field["fate"] for field in repaired["fields"]}
    check(fates["publisher"] == "carried" and fates["title"] in ("carried", "unsure") and "<template" in repaired["template"],
          "repair carries the fields")
    kind = structured(await call(session, "classify", schemas, file="shop.html"))["records"][0]["kind"]
    check(kind == "list", "classify tells the kind")
    outside = await call(session, "extract", schemas, file="../README")
    check(failed(outside) and "outside" in outside.content[0].text, "a file outside of the folder is an error of the tool")
    await session.send_ping()
    check(True, "answers a ping after an error")


async def main():
    server = mcp.StdioServerParameters(command=sys.argv[1], args=["mcp", "--root", sys.argv[2]])
    async with stdio_client(server) as (reads, writes), mcp.ClientSession(reads, writes) as session:
        await call_all(session)
    print(f"1..{len(results)}")


asyncio.run(main())
sys.exit(not all(results))
