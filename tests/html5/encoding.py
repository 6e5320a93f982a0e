#!/usr/bin/env python3
"""Runs the cases of html5lib-tests for encodings.

  encoding.py ENCODING FOLDER    ENCODING: tests/html5/encoding; FOLDER: html5lib-tests/encoding

The cases of FOLDER/scripted need scripts.  Names are those of iconv, which agree in these cases.
"""
import glob
import subprocess
import sys


def cases(folder):
    for name in sorted(glob.glob(folder + "/*.dat")):
        for case in (b"\n" + open(name, "rb").read()).split(b"\n#data\n")[1:]:
            page, expected = case.split(b"\n#encoding\n")
            yield name, page, expected.split(b"\n")[0].decode()


def main():
    program, folder = sys.argv[1:]
    todo = list(cases(folder))
    source = b"".join(b"%d\n" % len(page) + page for _, page, _ in todo)
    lines = subprocess.run([program], input=source, stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    failed = 0
    for (name, page, expected), got in zip(todo, lines):
        if got.lower() != expected.lower():
            failed += 1
            print(f"{name}: {page[:300]!r}\n  got {got}, expected {expected}")
    print(f"{len(todo) - failed} of {len(todo)} cases pass")
    return failed != 0


sys.exit(main())
