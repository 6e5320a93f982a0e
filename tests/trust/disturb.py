#!/usr/bin/env python3
"""System faults: makes every call that reads, writes, opens, renames or closes a file fail, one after the other.

    disturb.py --detm DETM --module DISTURB.SO --pages FOLDER [--runs N] [--only COMMAND]

Runs the commands of starve.py on the pages of FOLDER (examples/) with tests/trust/disturb.c preloaded.
    If a call is cut short or interrupted, the output must be that of an undisturbed run.
    If a call fails, the run must end in the same way, or with status 2, a message that has the reason, and the file of
    -o unchanged or well-formed without the pages that could not be read; no other file may be left.  A closed pipe
    (EPIPE) needs no message; the lines of -v about pages that were written before are no errors.  A store must open and be unchanged or have the whole run; messages about it must name it.
--runs N tries N calls of each kind, evenly spread, and different ones for each command.  Prints TAP, a test per command.
"""

import argparse
import errno
import os
import sys
import tempfile
from pathlib import Path

import starve

# Faults: the call, the error (0: one byte only), and whether all later calls fail too.
HARMLESS = [("read", 0, True), ("write", 0, True), ("read", errno.EINTR, False), ("write", errno.EINTR, False),
            ("write", errno.EAGAIN, False), ("open", errno.EINTR, False), ("truncate", errno.EINTR, False)]
HARMFUL = [("read", errno.EIO, False), ("write", errno.ENOSPC, True), ("write", errno.EIO, False),
           ("write", errno.EPIPE, True), ("open", errno.EACCES, False), ("open", errno.EMFILE, True),
           ("create", errno.EACCES, False), ("fsync", errno.EIO, False), ("rename", errno.EXDEV, False), ("rename", errno.EACCES, False), ("rename", errno.EPERM, True),
           ("close", errno.EIO, False), ("close", errno.ENOSPC, True), ("truncate", errno.EIO, False),
           ("lock", errno.ENOLCK, False), ("map", errno.ENOMEM, False), ("stat", errno.EIO, False),
           ("list", errno.EIO, False), ("unlink", errno.EACCES, True), ("mkdir", errno.ENOSPC, False)]

# Messages about stores for which SQLite does not report the system's error.
OF_STORES = (b"no space is left: ", b"cannot be written: check", b"is damaged: ", b"read or written; ", b"cannot be opened; ",
             b"another program ", b"its last changes ", b"was moved, ")
OF_FOLDERS = b"/: cannot be read: its files cannot be listed: check its permissions and its disk"


def named(err, wrong):
    """Whether the messages have the reason, and name a store that they are about."""
    if wrong == errno.EPIPE and b"cannot be" not in err:
        return True
    lines = err.splitlines()
    of_stores = [line for line in lines if any(words in line for words in OF_STORES) and b"; check the name" not in line]
    return (of_stores or os.strerror(wrong).encode() in err or OF_FOLDERS in err) and all(b".db: " in line for line in of_stores)


class Disturbing:
    def __init__(self, place, module, most):
        self.place, self.module, self.most, self.runs, self.shift = place, module, most, 0, 0
        self.counted = str(place.folder.parent / "count")

    def run(self, line, call, number=0, wrong=0, later=False):
        environment = {"LD_PRELOAD": self.module, "DISTURB_CALL": call, "DISTURB_AT": str(number),
                       "DISTURB_WITH": str(wrong), "DISTURB_COUNT": self.counted}
        if later:
            environment["DISTURB_FROM"] = "yes"
        self.runs += 1
        return self.place.run(line, environment)

    def numbers(self, line, call):
        self.run(line, call)
        count = int(Path(self.counted).read_text())
        if self.most is None or count <= self.most:
            return range(1, count + 1)
        return sorted({1 + (i * (count - 1) // max(1, self.most - 1) + self.shift) % count for i in range(self.most)})

    def fault(self, expected, outcome, wrong, harmless):
        """Returns the fault of an outcome, None if it is right."""
        status, out, err, files = outcome
        if status is None:
            return f"still running after {starve.SECONDS} s"
        if (status, out, files) == (expected[0], expected[1], expected[3]):
            return None
        if harmless:
            return f"status {status}, another output or other files"
        if status != 2:
            return f"status {status} without the whole output"
        if not named(err, wrong):
            return "no message with the reason"
        if any(not text.startswith(b"detm: ") for text in err.splitlines()):
            return "a message that is not detm's"
        first = self.place.first
        changed = [name for name, data in files.items() if first.get(name) != data]
        broken = [name for name in changed if name not in expected[3] or not self.place.is_whole(name, files[name], expected[3][name], os.strerror(wrong))]
        gone = [name for name in first if name not in files]
        return f"changed {' '.join(broken + gone)}" if broken or gone else None

    def command(self, line):
        expected = self.run(line, "none")
        if expected[0] not in (0, 1):
            return [f"status {expected[0]} undisturbed: {expected[2].decode()}"]
        faults = []
        numbers = {call: self.numbers(line, call) for call in {kind[0] for kind in HARMLESS + HARMFUL}}
        for harmless, kinds in ((True, HARMLESS), (False, HARMFUL)):
            for call, wrong, later in kinds:
                for number in numbers[call]:
                    outcome = self.run(line, call, number, wrong, later)
                    fault = self.fault(expected, outcome, wrong, harmless)
                    what = errno.errorcode[wrong] if wrong else "one byte"
                    if fault:
                        text = outcome[2].decode("utf-8", "replace")[:1000]
                        faults.append(f"{call} {number}{' and all later ones' if later else ''}, {what}: {fault}: {text}")
        return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", required=True, type=os.path.abspath)
    parser.add_argument("--module", required=True, type=os.path.abspath)
    parser.add_argument("--pages", required=True, type=Path)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory(prefix="detm-disturb.") as top:
        folder = Path(top) / "place"
        folder.mkdir()
        disturbing = Disturbing(starve.Place(folder, arguments.pages, arguments.detm), arguments.module, arguments.runs)
        chosen = disturbing.place.commands(arguments.only)
        for number, (name, line) in enumerate(chosen, 1):
            disturbing.runs, disturbing.shift = 0, number
            faults = disturbing.command(line)
            starve.report(number, f"{name} with system faults", f"{disturbing.runs} runs, {len(faults)} faults", faults)
            failed = failed or bool(faults)
    print(f"1..{len(chosen)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
