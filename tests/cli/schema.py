#!/usr/bin/env python3
"""schema.py PROGRAM: loads typed.ndjson with the schema for jsonschema, sqlite3, pydantic or pyarrow.

Fails if a record does not have the types of the schema, or a column of a record is not in it."""
import json
import sys


def lines(name):
    with open(name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def run(name):
    names = {}
    with open(name, encoding="utf-8") as file:
        exec(compile(file.read(), name, "exec"), names)
    return names


def check_jsonschema():
    import jsonschema

    for schema_file, rows in (("w.json-schema", lines("typed.ndjson")), ("t.json-schema", lines("template.ndjson"))):
        with open(schema_file, encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for row in rows:
            validator.validate(row)
            known = [name for name in schema["properties"] if name in row]
            fields = [name for name in row if name == "@page" or not name.startswith("@")]
            assert known == fields, (known, fields)
        wrong = {"price.amount": "2.50"} if schema_file[0] == "t" else {"crew": "Ada"}
        assert not validator.is_valid(wrong), wrong


def check_sqlite3():
    import sqlite3

    base = sqlite3.connect(":memory:")
    with open("w.sql", encoding="utf-8") as file:
        base.executescript(file.read())
    for row in lines("typed.ndjson"):
        values = {
            name: json.dumps(value) if isinstance(value, list) else value
            for name, value in row.items()
            if name == "@page" or not name.startswith("@")
        }
        names = ", ".join(f'"{name}"' for name in values)
        base.execute(f"INSERT INTO records ({names}) VALUES ({', '.join('?' * len(values))})", list(values.values()))
    found = base.execute('SELECT count(*), max("price.high"), typeof(max("price.amount")) FROM records').fetchone()
    assert found == (12, 9.0, "real"), found


def check_pydantic():
    Record = run("w.pydantic")["Record"]
    for row in lines("typed.ndjson"):
        record = Record.model_validate(row, strict=True)
        again = record.model_dump(by_alias=True, exclude_none=True)
        assert again == {n: v for n, v in row.items() if n == "@page" or not n.startswith("@")}, again


def check_pyarrow():
    import pyarrow

    schema = run("w.arrow")["SCHEMA"]
    rows = lines("typed.ndjson")
    table = pyarrow.Table.from_pylist(rows, schema=schema)
    for row, back in zip(rows, table.to_pylist()):
        for name, value in back.items():
            assert row.get(name) == value, (name, value)


globals()["check_" + sys.argv[1]]()
