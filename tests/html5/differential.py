#!/usr/bin/env python3
"""Compares the trees of pages with those of another HTML5 parser.

  differential.py NODES COMMAND FOLDER     NODES: tests/html5/nodes; COMMAND: a program like it

COMMAND reads pages from standard input, each after a line with its number of bytes, and prints for each the tree in
the form of html5lib-tests (scripting disabled) and a line "#end".  For lexbor, its C source is in the sdist of the PyPI
package selectolax: compile the folders core, dom, html, ns, tag and ports/posix with a program that calls
lxb_html_parse and prints the tree.  Identifiers of doctypes that are both empty are left out, and a processing
instruction counts as a comment that begins with "?"."""
import difflib
import re
import subprocess
import sys
from pathlib import Path

DEPTH = "1000000"  # other parsers have no limit
BATCH = 50


def trees(command, pages):
    source = b"".join(b"%d\n" % len(page) + page for page in pages)
    output = subprocess.run(command, input=source, stdout=subprocess.PIPE, check=True).stdout
    for tree in output.split(b"#end\n")[:-1]:
        tree = re.sub(rb'(?m)^(\| <!DOCTYPE [^\n]*?) "" "">$', rb"\1>", tree)
        yield re.sub(rb"(?s)<!-- \?.*? -->\n", b"<!-- ? -->\n", tree).decode(errors="replace")


def main():
    nodes, command, folder = sys.argv[1:]
    paths = sorted(Path(folder).rglob("*.html"))
    differing = 0
    for first in range(0, len(paths), BATCH):
        batch = paths[first:first + BATCH]
        pages = [path.read_bytes().decode(errors="replace").encode() for path in batch]
        for path, own, other in zip(batch, trees([nodes, DEPTH], pages), trees(command.split(), pages)):
            if own == other:
                continue
            differing += 1
            lines = difflib.unified_diff(own.split("\n"), other.split("\n"), str(path), command, lineterm="")
            print("\n".join(list(lines)[:20]))
    print(f"{len(paths)} pages, {differing} differ")
    return differing != 0


sys.exit(main())
