#!/usr/bin/env python3
"""Runs the whole-document cases of html5lib-tests, scripting disabled.

  construction.py NODES FOLDER [NAME]     NODES: tests/html5/nodes; FOLDER: html5lib-tests/tree-construction
"""
import glob
import os
import subprocess
import sys


def cases(folder, name):
    for path in sorted(glob.glob(folder + "/**/*.dat", recursive=True)):
        if name and name not in path:
            continue
        blocks = open(path, "rb").read().split(b"#data\n")[1:]
        for block in blocks:
            parts, key = {}, b"data"
            parts[key] = []
            for line in block.split(b"\n"):
                if line in (b"#errors", b"#new-errors", b"#document-fragment", b"#document", b"#script-on", b"#script-off"):
                    key = line[1:]
                    parts[key] = []
                else:
                    parts[key].append(line)
            if b"document-fragment" in parts or b"script-on" in parts:
                continue
            # Browsers copy the selected option into selectedcontent, which is not a part of parsing.
            if b"<selectedcontent>" in b"\n".join(parts[b"data"]):
                continue
            document = parts[b"document"]
            while document and document[-1] == b"":
                document.pop()
            yield path, b"\n".join(parts[b"data"]), b"\n".join(document)


def main():
    program, folder = sys.argv[1:3]
    name = sys.argv[3] if len(sys.argv) > 3 else None
    todo = list(cases(folder, name))
    failed = {}
    source = b"".join(b"%d\n" % len(page) + page for _, page, _ in todo)
    run = subprocess.run([program], input=source, stdout=subprocess.PIPE)
    results = run.stdout.split(b"#end\n")
    shown = 0
    for (path, page, expected), got in zip(todo, results):
        if got.rstrip(b"\n") != expected:
            failed[os.path.basename(path)] = failed.get(os.path.basename(path), 0) + 1
            shown += 1
            if shown <= int(os.environ.get("SHOW", "5")):
                print(f"--- {path}\n{page.decode()}\n--- got\n{got.decode(errors='replace')}--- expected\n{expected.decode()}")
    print(f"{len(todo) - sum(failed.values())} of {len(todo)} cases pass; failed by file: {failed}; results {len(results) - 1}")
    return bool(failed)


sys.exit(main())
