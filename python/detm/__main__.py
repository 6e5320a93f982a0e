"""The command: ``detm`` and ``python3 -m detm`` run the program that is in the package.

``-o FILE.parquet`` is written here, by pyarrow: the program has no library for it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import List, NoReturn, Optional, Tuple

from ._table import Kind, columns_of_schema, table_of


def program() -> Optional[str]:
    """The program: that of the package, or the first on PATH that is no script, as this one is."""
    inside = Path(__file__).resolve().parent / "bin" / "detm"
    if os.access(inside, os.X_OK):
        return str(inside)
    for folder in os.get_exec_path():
        found = Path(folder) / "detm"
        if found.is_file() and os.access(found, os.X_OK):
            with open(found, "rb") as file:
                if file.read(2) != b"#!":
                    return str(found)
    return None


def _without(arguments: List[str], short: str, long: str) -> Tuple[List[str], Optional[str]]:
    """The arguments without an option, and its argument."""
    kept: List[str] = []
    value = None
    at = 0
    while at < len(arguments) and arguments[at] != "--":
        word = arguments[at]
        if word in (short, long) and at + 1 < len(arguments):
            value = arguments[at + 1]
            at += 1
        elif word.startswith(long + "="):
            value = word[len(long) + 1 :]
        elif word.startswith(short) and not word.startswith("--"):
            value = word[len(short) :]
        else:
            kept.append(word)
        at += 1
    return kept + arguments[at:], value


def _columns_of_rule(command: str, arguments: List[str]) -> List[Kind]:
    """The columns of the rule that is applied: the same every night; [] if there is none, or not one for all pages."""
    rule = _without(arguments, "-w", "--wrapper")[1]
    if arguments[:1] != ["apply"] or rule is None or "--details" in arguments:
        return []
    plain = ["--plain-names"] if "--plain-names" in arguments else []
    export = [command, "export", "-q", "-w", rule, "--as", "json-schema", *plain]
    done = subprocess.run(export, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return columns_of_schema(done.stdout, page=True) if done.returncode == 0 else []


def _fail(text: str) -> NoReturn:
    print(f"detm: {text}", file=sys.stderr)
    raise SystemExit(2)


def _write_parquet(command: str, arguments: List[str], output: str) -> int:
    """Writes the typed records of a command as Parquet; returns its status."""
    try:
        import pyarrow.parquet
    except ImportError:
        _fail(f"{output}: Parquet needs the package pyarrow: pip install pyarrow")
    kind, rest = arguments[:1], arguments[1:]
    done = subprocess.run([command, *kind, "--typed", "-f", "ndjson", *rest], stdout=subprocess.PIPE)
    if done.returncode > 1:
        return done.returncode
    rows = [json.loads(line) for line in done.stdout.split(b"\n") if line]
    try:
        pyarrow.parquet.write_table(table_of(rows, _columns_of_rule(command, arguments)), output)
    except OSError as error:
        _fail(f"{output}: cannot be written: {error}")
    return done.returncode


def main() -> NoReturn:
    command = program()
    if command is None:
        _fail("the program is not in the package, nor on PATH: install detm")
    arguments, output = _without(sys.argv[1:], "-o", "--output")
    if output is not None and output.lower().endswith(".parquet"):
        raise SystemExit(_write_parquet(command, arguments, output))
    os.execv(command, ["detm", *sys.argv[1:]])


if __name__ == "__main__":
    main()
