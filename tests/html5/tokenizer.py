#!/usr/bin/env python3
"""Runs the tokenizer cases of html5lib-tests.

  tokenizer.py TOKENS FOLDER     TOKENS: tests/html5/tokens; FOLDER: html5lib-tests/tokenizer
"""
import glob
import json
import re
import subprocess
import sys

MODELS = {"Data state": 0, "RCDATA state": 1, "RAWTEXT state": 2, "Script data state": 3, "PLAINTEXT state": 4,
          "CDATA section state": 5}


def unescape(value):
    if isinstance(value, str):
        return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m.group(1), 16)), value)
    if isinstance(value, list):
        return [unescape(v) for v in value]
    if isinstance(value, dict):
        return {unescape(k): unescape(v) for k, v in value.items()}
    return value


def joined(tokens):
    out = []
    for token in tokens:
        if token == "ParseError":
            continue
        if token[0] == "Character" and out and out[-1][0] == "Character":
            out[-1] = ["Character", out[-1][1] + token[1]]
        else:
            out.append(token)
    return out


def cases(folder):
    for name in sorted(glob.glob(folder + "/*.test")):
        if name.endswith("xmlViolation.test"):  # of parsers that make XML, not of the standard
            continue
        for tests in json.load(open(name, encoding="utf-8")).values():
            for test in tests:
                page, output = test["input"], test["output"]
                if test.get("doubleEscaped"):
                    page, output = unescape(page), unescape(output)
                for state in test.get("initialStates", ["Data state"]):
                    yield name, test["description"], state, test.get("lastStartTag", "-"), page, joined(output)


def main():
    program, folder = sys.argv[1:]
    todo, source, skipped = [], b"", 0
    for case in cases(folder):
        try:
            page = case[4].encode()
        except UnicodeEncodeError:  # a lone surrogate, which is not UTF-8
            skipped += 1
            continue
        todo.append(case)
        source += b"%d %s %d\n" % (MODELS[case[2]], case[3].encode(), len(page)) + page
    lines = subprocess.run([program], input=source, stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    failed = 0
    for (name, description, state, _, page, expected), line in zip(todo, lines):
        got = json.loads(line)[:-1]
        if got != expected:
            failed += 1
            if failed <= 20:
                print(f"{name}: {description} ({state}): {page!r}\n  got      {got}\n  expected {expected}")
    print(f"{len(todo) - failed} of {len(todo)} cases pass; {skipped} are not UTF-8")
    return failed != 0


sys.exit(main())
