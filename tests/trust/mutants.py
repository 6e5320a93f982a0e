#!/usr/bin/env python3
"""Damaged pages: runs every command on mutants of pages; use a detm with sanitizers.

    mutants.py --detm DETM [--count N] [--seed N] [--first N] [--keep FOLDER] [--seconds N] [--largest BYTES]
               [--share N] FOLDER...

Takes the pages (*.html, *.htm) in the FOLDERs in an order that depends on the seed, makes BATCH mutants of each (bit
flips, cuts, splices with another page, repeated parts, lost end tags, broken encodings, NUL bytes, several at once), and
runs all commands on them with --files-from, with a wrapper and a template of the original page.
A fault is an end by a signal or a sanitizer, a leak, a message of a sanitizer, an exit status other than 0 or 1, output
that is not well-formed, or a page that takes more than twice its --seconds of processor time.  If a batch fails, its
pages are tried one by one; mutants with faults are kept in the folder of --keep with the command and its messages.  The
same seed makes the same mutants.
"""

import argparse
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import xml.parsers.expat
from collections import Counter
from pathlib import Path

BATCH = 40
LATE = 10  # factor of the wall-clock time that a call may take, on a busy machine
FEW = 4  # pages per call for commands that process their pages together
SANITIZER = re.compile(rb"AddressSanitizer|LeakSanitizer|UndefinedBehaviorSanitizer|runtime error:")
END_TAG = re.compile(rb"</[a-zA-Z0-9]+\s*>")
TAG = re.compile(rb"<[^>]*>")


def processor_seconds():
    """Processor time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def place(draw, data):
    return draw.randrange(len(data) + 1)


def stretch(draw, data, most):
    start = place(draw, data)
    return start, min(len(data), start + draw.randrange(1, most))


def flip_bits(draw, data, other):
    out = bytearray(data)
    for _ in range(draw.choice((1, 3, 10, 100))):
        if out:
            out[draw.randrange(len(out))] ^= 1 << draw.randrange(8)
    return bytes(out)


def cut_end(draw, data, other):
    return data[: place(draw, data)]


def cut_out(draw, data, other):
    start, end = stretch(draw, data, draw.choice((10, 1000, 20000)))
    return data[:start] + data[end:]


def splice(draw, data, other):
    return data[: place(draw, data)] + other[place(draw, other):]


def plant(draw, data, other):
    start, end = stretch(draw, other, 5000)
    at = place(draw, data)
    return data[:at] + other[start:end] + data[at:]


def repeat(draw, data, other):
    start, end = stretch(draw, data, draw.choice((20, 500, 3000)))
    times = draw.choice((2, 20, 300))
    return data[:start] + data[start:end] * min(times, 1 + 200000 // max(1, end - start)) + data[end:]


def lose_end_tags(draw, data, other):
    share = draw.choice((0.05, 0.5, 1))
    return END_TAG.sub(lambda found: b"" if draw.random() < share else found.group(), data)


def lose_tags(draw, data, other):
    return TAG.sub(lambda found: b"" if draw.random() < 0.1 else found.group(), data)


def break_encoding(draw, data, other):
    kind = draw.randrange(4)
    if kind == 0:
        return data.decode("utf-8", "replace").encode(draw.choice(("utf-16", "utf-16-be", "utf-32", "utf-7")), "replace")
    if kind == 1:
        return re.sub(rb"charset=[\"']?[\w-]+", b"charset=" + draw.choice((b"gb18030", b"shift_jis", b"utf-16", b"x")), data)
    if kind == 2:
        return draw.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")) + data
    return bytes(byte | 0x80 if draw.random() < 0.02 else byte for byte in data)


def put_nul(draw, data, other):
    out = bytearray(data)
    for _ in range(draw.choice((1, 20, 500))):
        out.insert(place(draw, out), draw.choice((0, 0, 1, 0x1F, 0x7F, 0xFF)))
    return bytes(out)


def nest(draw, data, other):
    tags = TAG.findall(data) or [b"<div>"]
    at = place(draw, data)
    return data[:at] + draw.choice(tags)[:500] * draw.choice((10, 300, 1500)) + data[at:]


DAMAGES = (flip_bits, cut_end, cut_out, splice, plant, repeat, lose_end_tags, lose_tags, break_encoding, put_nul, nest)


def mutate(draw, data, other):
    for damage in draw.sample(DAMAGES, draw.choice((1, 1, 1, 2, 3))):
        data = damage(draw, data, other)
    return data


def check_xml(out):
    xml.parsers.expat.ParserCreate().Parse(out, True)


def check_ndjson(out):
    for line in out.split(b"\n"):
        if line:
            json.loads(line)


CHECKS = {"xml": check_xml, "ndjson": check_ndjson, None: lambda out: None}

# A name, the words before the pages, the format of the output, and the most pages per call (None: all).
COMMANDS = [
    ("extract", ["extract", "--all-regions"], "xml", None),
    ("extract-together", ["extract", "--together", "-f", "ndjson"], "ndjson", FEW),
    ("learn", ["learn"], "xml", FEW),
    ("apply-wrapper", ["apply", "-w", "WRAPPER", "-f", "ndjson"], "ndjson", None),
    ("apply-template", ["apply", "-w", "TEMPLATE"], "xml", None),
    ("apply-library", ["apply", "-L", "LIBRARY", "-f", "csv"], None, None),
    ("fields", ["fields", "-f", "ndjson"], "ndjson", FEW),
    ("template", ["template", "--select", "1"], "xml", 1),
    ("match", ["match", "-L", "LIBRARY", "-f", "ndjson"], "ndjson", None),
    ("content", ["content"], "xml", None),
    ("content-method", ["content", "-f", "ndjson", "--method", "METHOD"], "ndjson", None),
    ("classify", ["classify", "-f", "ndjson"], "ndjson", None),
    ("inspect", ["inspect"], None, FEW),
    ("inspect-wrapper", ["inspect", "-w", "WRAPPER"], None, None),
    ("tree", ["tree", "--xml"], "xml", 1),
    ("tree-html", ["tree", "--html"], "xml", 1),
    ("distance", ["distance"], None, 2),
    ("links", ["links", "--images", "-f", "ndjson"], "ndjson", None),
    ("rank", ["rank", "--topic", "page.html", "--base", "https://a.example/", "-f", "ndjson"], "ndjson", None),
    ("verify", ["verify", "-w", "WRAPPER", "-f", "ndjson"], "ndjson", None),
    ("verify-template", ["verify", "-w", "TEMPLATE", "-f", "xml"], "xml", None),
    ("repair", ["repair", "-w", "WRAPPER", "-o", "repaired.xml", "-f", "ndjson"], "ndjson", FEW),
    ("repair-template", ["repair", "-w", "TEMPLATE", "-o", "repaired.xml", "-f", "xml"], "xml", FEW),
    ("save", ["extract", "--save", "--store", "store.db", "-f", "ndjson"], "ndjson", None),
]
QUIETLY = {0, 1}


class Batch:
    def __init__(self, run, number):
        self.run, self.arguments = run, run.arguments
        self.draw = random.Random(f"{run.arguments.seed} {number}")
        self.folder = Path(run.folder)
        self.page = run.pages[number % len(run.pages)]
        self.others = run.pages
        self.words = {"METHOD": self.draw.choice(("stops", "weight", "blocks"))}

    def make(self):
        """Writes the mutants, and a wrapper and a template of the original page."""
        for old in self.folder.rglob("*"):
            if old.is_file():
                old.unlink()
        data = self.page.read_bytes()
        page = self.folder / "page.html"
        page.write_bytes(data)
        library = self.folder / "library"
        library.mkdir(exist_ok=True)
        self.words |= {"LIBRARY": "library", "WRAPPER": "library/wrapper.xml", "TEMPLATE": "library/template.xml"}
        self.call(["learn", "-q", "-o", "library/wrapper.xml", "page.html"], 60)
        self.call(["template", "-q", "-o", "library/template.xml", "--select", "1", "page.html"], 60)
        names = [f"m{i:02}.html" for i in range(BATCH)]
        for name in names:
            other = self.draw.choice(self.others).read_bytes()
            (self.folder / name).write_bytes(mutate(self.draw, data, other))
        return names

    def call(self, words, limit):
        start = processor_seconds()
        try:
            done = subprocess.run([self.arguments.detm, *words], cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL,
                                  timeout=LATE * limit)
            return done.returncode, done.stdout, done.stderr, processor_seconds() - start
        except subprocess.TimeoutExpired as late:
            return None, late.stdout or b"", late.stderr or b"", processor_seconds() - start

    def fault(self, outcome, check, pages):
        status, out, err, seconds = outcome
        if status is None or seconds > 2 * self.arguments.seconds * pages:
            return f"took {seconds:.1f} s"
        if SANITIZER.search(err):
            return "a sanitizer's report"
        if status not in QUIETLY:
            return f"status {status}"
        try:
            if out:
                CHECKS[check](out)
        except (ValueError, xml.parsers.expat.ExpatError) as error:
            return f"not well-formed {check}: {error}"
        return None

    def try_pages(self, words, check, names):
        (self.folder / "names").write_text("".join(name + "\n" for name in names))
        command = [*words, "-q", "--seconds", str(self.arguments.seconds)]
        command += names if len(names) <= 2 else ["-j", "1", "--files-from", "names"]
        outcome = self.call(command, (2 * self.arguments.seconds + 2) * len(names) + 20)
        slow = len(names) > FEW and outcome[3] > self.arguments.seconds
        return command, outcome, self.fault(outcome, check, len(names)) or ("slow" if slow else None)

    def test(self, name, words, check, names):
        words = [self.words.get(word, word) for word in words]
        if any(word.startswith("library/") and not (self.folder / word).exists() for word in words):
            return
        command, outcome, fault = self.try_pages(words, check, names)
        self.run.counts[name] += len(names)
        self.run.seconds[name] += outcome[3]
        if fault is None:
            return
        found = False
        least = 2 if name == "distance" else 1
        for at in range(0, len(names), least):
            few = names[at : at + least]
            alone = self.try_pages(words, check, few)
            self.run.slowest = max(self.run.slowest, (alone[1][3], name, str(self.page)))
            if alone[2] is not None:
                found = True
                self.run.keep(self, few, name, alone)
        if not found and fault != "slow":
            self.run.keep(self, names, name, (command, outcome, fault))

    def go(self):
        names = self.make()
        for name, words, check, most in COMMANDS:
            chosen = names if most is None else names[: round(BATCH * self.arguments.share / FEW) * FEW]
            for at in range(0, len(chosen), most or BATCH):
                self.test(name, words, check, chosen[at : at + (most or BATCH)])


class Run:
    def __init__(self, arguments):
        self.arguments = arguments
        self.counts, self.seconds, self.faults = Counter(), Counter(), 0
        self.slowest = (0, "", "")
        pages = sorted(page for folder in arguments.folders for page in folder.rglob("*.htm*")
                       if page.suffix in (".html", ".htm") and page.stat().st_size <= arguments.largest)
        random.Random(arguments.seed).shuffle(pages)
        if not pages:
            raise SystemExit("mutants.py: no pages in these folders")
        self.pages = pages

    def keep(self, batch, names, name, tried):
        command, (status, _, err, seconds), fault = tried
        self.faults += 1
        print(f"FAULT {self.faults}: {name}: {fault} (status {status}, {seconds:.1f} s) from {batch.page}", flush=True)
        folder = self.arguments.keep / f"{self.faults:04}-{name}"
        folder.mkdir(parents=True, exist_ok=True)
        for kept in [*names, "names", "library/wrapper.xml", "library/template.xml"]:
            source, target = batch.folder / kept, folder / kept
            if source.exists():
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(source.read_bytes())
        (folder / "messages").write_bytes(f"{' '.join(command)}\n{fault}\n{batch.page}\n".encode() + err)

    def go(self):
        start = time.monotonic()
        batches = range(self.arguments.first, self.arguments.first + (self.arguments.count + BATCH - 1) // BATCH)
        for done, number in enumerate(batches, 1):
            Batch(self, number).go()
            if done % 10 == 0 or done == len(batches):
                print(f"{done * BATCH} mutants, {sum(self.counts.values())} pages processed by commands, {self.faults} faults, "
                      f"{time.monotonic() - start:.0f} s", flush=True)
        for name, count in self.counts.items():
            print(f"{name:18} {count:8} pages {self.seconds[name]:9.1f} s")
        print(f"slowest single page: {self.slowest[0]:.1f} s, {self.slowest[1]}, {self.slowest[2]}")


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", required=True, type=lambda name: str(Path(name).resolve()))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="number of the first batch")
    parser.add_argument("--keep", type=Path, default=Path("mutants"))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--share", type=float, default=1, help="share of the mutants used for commands that take few pages per call")
    parser.add_argument("--largest", type=int, default=300000)
    parser.add_argument("folders", nargs="+", type=Path)
    return parser.parse_args()


def main():
    run = Run(read_arguments())
    with tempfile.TemporaryDirectory(prefix="detm-mutants.") as folder:
        run.folder = folder
        run.go()
    return 1 if run.faults else 0


sys.exit(main())
