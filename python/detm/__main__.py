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


def _without_output(arguments: List[str]) -> Tuple[List[str], Optional[str]]:
    """The arguments without -o, and the file that it names."""
    kept: List[str] = []
    output = None
    at = 0
    while at < len(arguments) and arguments[at] != "--":
        word = arguments[at]
        if word in ("-o", "--output") and at + 1 < len(arguments):
            output = arguments[at + 1]
            at += 1
        elif word.startswith("--output="):
            output = word[len("--output=") :]
        elif word.startswith("-o") and not word.startswith("--"):
            output = word[2:]
        else:
            kept.append(word)
        at += 1
    return kept + arguments[at:], output


def _fail(text: str) -> NoReturn:
    print(f"detm: {text}", file=sys.stderr)
    raise SystemExit(2)


def _write_parquet(command: str, arguments: List[str], output: str) -> int:
    """Writes the typed records of a command as Parquet; returns its status."""
    from ._table import table_of

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
        pyarrow.parquet.write_table(table_of(rows, []), output)
    except OSError as error:
        _fail(f"{output}: cannot be written: {error}")
    return done.returncode


def main() -> NoReturn:
    command = program()
    if command is None:
        _fail("the program is not in the package, nor on PATH: install detm")
    arguments, output = _without_output(sys.argv[1:])
    if output is not None and output.lower().endswith(".parquet"):
        raise SystemExit(_write_parquet(command, arguments, output))
    os.execv(command, ["detm", *sys.argv[1:]])


if __name__ == "__main__":
    main()
