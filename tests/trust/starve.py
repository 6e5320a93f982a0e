#!/usr/bin/env python3
"""Lack of memory: makes every memory request of every command fail, one after the other.

    starve.py --detm DETM --module STARVE.SO --pages FOLDER [--runs N] [--only COMMAND] [--valgrind EVERY]

Runs each command of COMMANDS on the pages of FOLDER (examples/) with its first memory request failing, then with its
second, and so on, once with that request alone and once with all later ones (tests/trust/starve.c).  --runs N tries N
requests of each command, evenly spread.  A run must end with
    the status and output of a run with memory, if the request was not needed; or
    status 2, a message about memory, and the file of -o unchanged or well-formed without the pages that had no memory;
    no other file may be left.  A store must be unchanged or have the whole run.
In commands that compile or run a stylesheet or an XPath (XSLT), crashes within libxml2 or libxslt are counted
separately: their callers cannot prevent them.  Domains are not used (--domain none): without memory, names from domains
are left out.  With --valgrind EVERY each EVERYth run is under valgrind, which must report no errors or leaks.  A detm
with AddressSanitizer (of gcc) looks for them in every run, in a twentieth of the time.

Prints TAP, a test per command.  libuchardet is not tested: it is C++, whose operator new ends the process.
"""

import argparse
import csv
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

# Commands that prepare the folder.
PREPARED = [
    "learn -q -o wrapper.xml docket.html",
    "learn -q -o list.xml shop.html",
    "template -q -o template.xml --field=title=$TITLE book-1.html",
    "template -q -o library/books/book.xml --field=title=$TITLE book-1.html",
    "learn -q -o library/list.xml docket.html",
    "content --corrections corrected --correct right.txt article.html",
    "rank --topic topic.txt --pages manifest --state state -o ranked",
]
STORED = [
    "store add --store store.db wrapper.xml template.xml",
    "extract -q --save --save-pages --store store.db -o extracted shop.html",
    "extract -q --save --store store.db -o extracted shop-2.html",
    "apply -w wrapper.xml --save --store store.db -o extracted docket.html",
    "store interest add --store store.db jobs company=firm",
]

# A name, and the words of a command; OUT is a file that exists before.
COMMANDS = [
    ("help", "--help"),
    ("help-of-a-command", "help apply"),
    ("extract", "extract --domain none -f ndjson docket.html"),
    ("extract-file", "extract --domain none -o OUT docket.html"),
    ("extract-typed", "extract --domain none --typed -o OUT shop.html"),
    ("extract-typed-csv", "extract --domain none --typed -f csv -o OUT shop.html"),
    ("extract-xlsx", "extract -j 1 --domain none -q --typed -f xlsx --sheets page -o OUT shop.html docket.html"),
    ("extract-csv", "extract -j 1 --domain none -q --all-regions -f csv -o OUT --files-from names"),
    ("extract-together", "extract -j 1 --domain none -q --together -f ndjson -o OUT docket.html docket-2.html"),
    ("extract-threads", "extract --domain none -q -j 2 -f ndjson -o OUT docket.html library.html"),
    ("extract-encoding", "extract --domain none -q -f ndjson -o OUT latin.html"),
    ("extract-details", "extract -j 1 --domain none --details template.xml -f ndjson -o OUT site.ndjson"),
    ("learn", "learn -j 1 --domain none -q -o OUT docket.html docket-2.html"),
    ("apply-wrapper", "apply -v -w wrapper.xml -f ndjson -o OUT docket-2.html"),
    ("apply-template", "apply -v -w template.xml -o OUT book-2.html"),
    ("apply-stock", "apply -q -w stock:product -f ndjson -o OUT product.html"),
    ("apply-library", "apply -j 1 -q -L library -f ndjson -o OUT docket-2.html book-2.html"),
    ("fields", "fields --domain none -f ndjson -o OUT product.html"),
    ("fields-pages", "fields -j 1 --domain none -q -f csv -o OUT book-1.html book-2.html"),
    ("template", "template --domain none -q -o OUT --field=title=$TITLE book-1.html"),
    ("template-select", "template --domain none -q -o OUT --select 1 book-1.html book-2.html"),
    ("stylesheet", "template --xslt -o OUT template.xml"),
    ("match", "match -j 1 -L library -f ndjson -o OUT docket-2.html book-2.html"),
    ("content", "content -f ndjson -o OUT article.html"),
    ("content-markup", "content --method blocks -o OUT weir.html"),
    ("content-markdown", "content -f markdown -o OUT weir.html"),
    ("content-text", "content -f text -o OUT weir.html"),
    ("content-correct", "content --corrections fresh --correct right.txt article.html"),
    ("content-corrected", "content --corrections corrected -o OUT article.html"),
    ("classify", "classify -j 1 -f ndjson -o OUT article.html docket.html"),
    ("tree", "tree --sizes -o OUT article.html"),
    ("tree-xml", "tree --xml -o OUT product.html"),
    ("tree-html", "tree --html -o OUT product.html"),
    ("distance", "distance -o OUT docket.html docket-2.html"),
    ("links", "links --all --images -f ndjson -o OUT walls.html"),
    ("rank", "rank -j 1 --topic topic.txt --pages manifest -f ndjson -o OUT"),
    ("rank-state", "rank -j 1 --topic topic.txt --pages manifest --state fresh-state -f csv -o OUT"),
    ("rank-again", "rank --topic topic.txt --state state -f ndjson -o OUT weir.html"),
    ("verify-wrapper", "verify --all -w wrapper.xml -f ndjson -o OUT docket-2.html"),
    ("verify-template", "verify --all -w template.xml -f xml -o OUT book-2.html"),
    ("repair-wrapper", "repair -q -w wrapper.xml -o OUT docket-2.html"),
    ("repair-template", "repair -q -w template.xml -o OUT book-2.html"),
    ("inspect", "inspect --domain none -q -j 1 -o OUT docket.html"),
    ("inspect-wrapper", "inspect -q -j 1 -w wrapper.xml -o OUT docket-2.html"),
    ("inspect-template", "inspect -q -j 1 -w template.xml -o OUT book-2.html"),
    # of a list: selectors in a table are tried in many ways, each with requests of libxml2 that sanitizers trace
    ("export", "export --as xslt -w list.xml -o OUT shop.html"),
]
# Commands that use a store.
STORE_COMMANDS = [
    ("store-make", "store add --store young.db wrapper.xml"),
    ("store-add", "store add --store store.db --site dale.example library/list.xml"),
    ("store-list", "store list --store store.db -a -f ndjson -o OUT"),
    ("store-show", "store show --store store.db -o OUT wrapper"),
    ("store-find", "store find --store store.db -f ndjson -o OUT docket-2.html"),
    ("store-remove", "store remove --store store.db template"),
    ("store-import", "store import --store store.db library"),
    ("store-export", "store export --store store.db exported"),
    ("store-runs", "store runs --store store.db -f ndjson -o OUT"),
    ("store-records", "store records --store store.db -f ndjson -o OUT 1"),
    ("store-pages", "store pages --store store.db -f csv -o OUT"),
    ("store-page", "store page --store store.db -o OUT 1 shop.html"),
    ("store-diff", "store diff --store store.db -f ndjson -o OUT 1 2"),
    ("store-forget", "store forget --store store.db 1"),
    ("store-interest-add", "store interest add --store store.db jobs salary=pay --pattern [0-9]"),
    ("store-interest-list", "store interest list --store store.db -o OUT"),
    ("store-interest-remove", "store interest remove --store store.db jobs"),
    ("extract-save", "extract --domain none --save --store store.db -f ndjson -o OUT docket.html"),
    ("extract-save-pages", "extract --domain none --save --save-pages --store store.db -f ndjson -o OUT docket.html"),
    ("content-save", "content --save --store store.db -f ndjson -o OUT weir.html"),
    ("apply-save", "apply -w wrapper.xml --save --store store.db -f ndjson -o OUT docket-2.html"),
    ("apply-store", "apply --store store.db --save -f ndjson -o OUT docket-2.html"),
    ("verify-store", "verify -w wrapper.xml --store store.db -o OUT docket-2.html"),
    ("repair-store", "repair -q -w wrapper.xml --store store.db -o OUT docket-2.html"),
]
XSLT = {"extract-details", "apply-template", "apply-stock", "apply-library", "inspect-template", "template", "template-select",
        "stylesheet", "verify-template", "repair-template", "export"}
FOREIGN_FAULT = 97  # see starve.c

BEFORE = b"before\n"
SECONDS = 60  # wall-clock time, on a machine that may be busy
VALGRIND = ["valgrind", "-q", "--soname-synonyms=somalloc=nouserintercepts", "--leak-check=full", "--error-exitcode=99",
            "--show-leak-kinds=definite,indirect,possible", "--errors-for-leak-kinds=definite,indirect,possible"]

SUPPRESSIONS = Path(__file__).resolve().with_name("starve.supp")
# With AddressSanitizer: abort at an invalid access or a leak, so starve.c gets a signal.
SANITIZERS = {
    "ASAN_OPTIONS": "abort_on_error=1:verify_asan_link_order=0:allocator_may_return_null=1:alloc_dealloc_mismatch=0:"
                    "fast_unwind_on_malloc=0",
    "LSAN_OPTIONS": f"suppressions={SUPPRESSIONS}:print_suppressions=0",
    "UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1",
}


def words_of(line, titles):
    return [titles if word == "$TITLE" else word.replace("$TITLE", titles) for word in line.split()]


def describe_store(path):
    """Returns the rows of a store without times and without the index of its rules, which is rebuilt when it is
    missing.  Raises sqlite3.Error if the store is damaged."""
    store = sqlite3.connect(path)
    try:
        faults = store.execute("PRAGMA integrity_check").fetchall() + store.execute("PRAGMA foreign_key_check").fetchall()
        if faults != [("ok",)]:
            raise sqlite3.DatabaseError(str(faults))
        rows = [row[0] for row in store.execute("SELECT name FROM sqlite_schema ORDER BY name")]
        for (table,) in store.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'library' ORDER BY 1"):
            columns = [row[1] for row in store.execute(f"PRAGMA table_info({table})") if row[1] not in ("began", "added")]
            rows += [table, *store.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns)}")]
        return "\n".join(map(repr, rows)).encode()
    finally:
        store.close()


class Place:
    """A folder with the pages and prepared files; restores it before each run."""

    def __init__(self, folder, pages, detm):
        self.folder, self.detm = folder, detm
        for page in [*sorted(pages.glob("*.html")), pages / "topic.txt", pages / "manifest"]:
            shutil.copy(page, folder)
        (folder / "library/books").mkdir(parents=True)
        (folder / "corrected").mkdir()
        (folder / "names").write_text("docket.html\nlibrary.html\n")
        (folder / "right.txt").write_text((folder / "article.html").read_text().split("<p>")[1].split("<")[0] + "\n")
        (folder / "latin.html").write_bytes((folder / "docket.html").read_text().replace("o", "ö").encode("windows-1252"))
        self.write_site(folder / "site.ndjson")
        (folder / "OUT").write_bytes(BEFORE)
        self.title = (folder / "book-1.html").read_text().split("<h1>")[1].split("<")[0]
        listed = self.call("store list --store none.db")
        self.has_stores = b"built without" not in listed.stderr
        for line in PREPARED + (STORED if self.has_stores else []):
            done = self.call(line)
            if done.returncode != 0:
                raise SystemExit(f"detm {line}: status {done.returncode}: {done.stderr.decode()}")
        self.first_bytes = self.read()
        self.first = self.files()

    def write_site(self, file):
        """Writes a list of books and their pages, with addresses."""
        names = [f"book-{number}.html" for number in (1, 2, 3)]
        items = "".join(f'<li><a href="/{name}">Volume {name[5]}</a> <b>{name[5]}.50 EUR</b>' for name in names)
        pages = [("list.html", f"<h1>Books</h1><ul>{items}</ul>")]
        pages += [(name, (self.folder / name).read_text()) for name in names]
        file.write_text("".join(json.dumps({"url": f"https://books.example/{name}", "html": html}) + "\n" for name, html in pages))

    def commands(self, only):
        """The commands that this detm supports, or only those with these names."""
        all = COMMANDS + (STORE_COMMANDS if self.has_stores else [])
        return [pair for pair in all if not only or pair[0] in only]

    def call(self, line):
        return subprocess.run([self.detm, *words_of(line, self.title)], cwd=self.folder, capture_output=True)

    def read(self):
        """Reads all files except the index of the library, which contains times and is validated when it is read."""
        paths = (path for path in sorted(self.folder.rglob("*")) if path.is_file() and path.name != ".detm-index")
        return {str(path): path.read_bytes() for path in paths}

    def files(self):
        """The names and contents of all files; a store is represented by its rows, without its -wal and -shm files."""
        all = self.read()
        for name in [name for name in all if name.endswith(".db")]:
            try:
                all[name] = describe_store(name)
            except sqlite3.Error as error:
                all[name] = b"damaged: " + str(error).encode()
        return {name: data for name, data in all.items() if not name.endswith(("-wal", "-shm", "-journal"))}

    def restore(self):
        for name, data in self.read().items():
            if name not in self.first_bytes:
                os.unlink(name)
            elif data != self.first_bytes[name]:
                Path(name).write_bytes(self.first_bytes[name])

    def run(self, line, environment, prefix=()):
        self.restore()
        try:
            done = subprocess.run([*prefix, self.detm, *words_of(line, self.title)], cwd=self.folder, capture_output=True,
                                  stdin=subprocess.DEVNULL, env={**os.environ, **SANITIZERS, **environment}, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None, b"", b"", {}
        return done.returncode, done.stdout, done.stderr, self.files()

    def is_whole(self, name, data, wanted, problem="out of memory"):
        """Whether a changed or new file is one that a run may leave after some pages had this problem."""
        if name.endswith(".db"):
            rows = any(line.startswith(b"(") for line in data.splitlines())
            return data == wanted or problem.encode() in data or (name not in self.first and not rows)
        if name.endswith("state"):
            return self.call(f"rank --topic topic.txt --state {name}").returncode == 0
        return is_whole(data)


def is_whole(data):
    """Whether the data are complete XML, NDJSON, CSV, lines of a report, or a report of inspect."""
    try:
        if b">detm report</title>" in data:
            return data.endswith(b"}</script>\n</body></html>\n")
        if data.startswith(b"PK"):
            return zipfile.ZipFile(io.BytesIO(data)).testzip() is None
        if data.startswith(b"<"):
            ElementTree.fromstring(data)
        elif data.startswith(b"{"):
            for line in data.splitlines():
                json.loads(line)
        else:
            rows = list(csv.reader(data.decode().splitlines(True)))
            return data[-1:] in (b"", b"\n") and len({len(row) for row in rows}) <= 1
        return True
    except (ElementTree.ParseError, ValueError, zipfile.BadZipFile):
        return False


class Starving:
    def __init__(self, place, module, valgrind):
        self.place, self.module, self.valgrind = place, module, valgrind
        self.runs = self.foreign = 0

    def spread(self, count, most):
        if most is None or count <= most:
            return range(1, count + 1)
        return sorted({1 + i * (count - 1) // max(most - 1, 1) for i in range(most)})

    def whole(self, line):
        """Runs with memory; returns the number of requests and the outcome."""
        count = str(self.place.folder.parent / "count")
        outcome = self.place.run(line, {"LD_PRELOAD": self.module, "STARVE_COUNT": count})
        return int(Path(count).read_text()), outcome

    def fault(self, expected, status, out, err, files, foreign):
        """Returns the fault of an outcome, None if it is right."""
        if status is None:
            return f"still running after {SECONDS} s"
        ended = b"xmlCheckThreadLocalStorage" in err  # libxml2 2.14 and later end the program
        if status == FOREIGN_FAULT and (foreign or ended):
            self.foreign += 1
            kept = {name: data for name, data in files.items() if "/.detm-" not in name}
            return None if kept == self.place.first else "changed a file at a crash"
        if status not in (expected[0], 2):
            return f"status {status}"
        if status == expected[0]:
            same = (out, files) == (expected[1], expected[3])
            return None if same else f"status {status}, but not the output of a run with memory"
        if b"memory" not in err:
            return "no message about memory"
        own = (b"detm: ", b"==", b"xmlGetGlobalState: ")  # of valgrind, and of libxml2, which cannot be silenced
        strange = [line for line in err.splitlines() if not line.startswith(own)]
        if strange:
            return "a message that is not detm's"
        changed = [name for name, data in files.items() if self.place.first.get(name) != data]
        broken = [name for name in changed if name not in expected[3] or not self.place.is_whole(name, files[name], expected[3][name])]
        gone = [name for name in self.place.first if name not in files]
        return f"changed {' '.join(broken + gone)}" if broken or gone else None

    def starve(self, line, number, later, expected, foreign):
        environment = {"STARVE_AT": str(number), "STARVE_ONLY": self.place.detm, "LD_PRELOAD": self.module}
        if later:
            environment["STARVE_FROM"] = "yes"
        self.runs += 1
        prefix = VALGRIND if self.valgrind and self.runs % self.valgrind == 0 else ()
        status, out, err, files = self.place.run(line, environment, prefix)
        fault = self.fault(expected, status, out, err, files, foreign)
        return fault and f"request {number}{' and all later ones' if later else ''}: {fault}: {err.decode('utf-8', 'replace')[:4000]}"

    def command(self, name, line, most):
        foreign = name in XSLT
        count, expected = self.whole(line)
        if expected[0] not in (0, 1):
            return count, [f"status {expected[0]} with memory: {expected[2].decode()}"]
        numbers = self.spread(count, most)
        faults = [self.starve(line, number, later, expected, foreign) for number in numbers for later in (False, True)]
        return count, [fault for fault in faults if fault]


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", required=True, type=os.path.abspath)
    parser.add_argument("--module", required=True, type=os.path.abspath)
    parser.add_argument("--pages", required=True, type=Path)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--only", action="append")
    parser.add_argument("--valgrind", type=int, metavar="EVERY")
    return parser.parse_args()


def report(number, name, figures, faults):
    """Prints a test as TAP."""
    print(f"{'not ' if faults else ''}ok {number} - {name}\n# {figures}")
    for fault in faults[:40]:
        print("# " + fault.strip().replace("\n", "\n#   "))
    sys.stdout.flush()


def main():
    arguments = read_arguments()
    failed = False
    with tempfile.TemporaryDirectory(prefix="detm-starve.") as top:
        folder = Path(top) / "place"
        folder.mkdir()
        place = Place(folder, arguments.pages, arguments.detm)
        chosen = place.commands(arguments.only)
        starving = Starving(place, arguments.module, arguments.valgrind)
        for number, (name, line) in enumerate(chosen, 1):
            starving.runs = starving.foreign = 0
            count, faults = starving.command(name, line, arguments.runs)
            report(number, f"{name} without memory", f"{count} requests, {starving.runs} runs, {len(faults)} faults, "
                 f"{starving.foreign} in libxml2 or libxslt", faults)
            failed = failed or bool(faults)
    print(f"1..{len(chosen)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
