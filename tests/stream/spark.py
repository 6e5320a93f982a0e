#!/usr/bin/env python3
"""Compares Spark with two workers to two processes, for examples/spark/pipe.py, the command on WARC files:

    spark.py DETM [--files N] [--pages N]

DETM is the command.  Writes N files of N pages, runs the job on local[2], and two processes of the command, each on
half of the files with one thread.  Prints the times, pages a second, and the ratio of the rates; the start of Spark,
which is that of a job on one page, is printed and left out of the ratio.  The status is 1 if the lines differ.  Needs
Java and PySpark, and a machine that is idle.  On pages of a few hundred records (50 kB) the work is most of the time."""
import argparse
import gzip
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

JOB = Path(__file__).resolve().parents[2] / "examples/spark/pipe.py"


def html(number):
    items = "".join(
        f"<li class=item><a href='/item/{number}-{n}'>Kettle number {n} of page {number}</a> <span class=price>"
        f"$ {n * 7 % 90}.{n % 60:02}</span><p>A kettle of tin and brass, {n} cm high, mended in {1900 + n % 100}.</p></li>\n"
        for n in range(240)
    )
    return f"<!doctype html><meta charset=utf-8><title>{number}</title><h1>Kettles</h1><ul>{items}</ul>".encode()


def record(number):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html(number)
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://shop.example/{number}\r\nContent-Length: {len(http)}\r\n\r\n"
    return gzip.compress(head.encode() + http + b"\r\n\r\n", 6)


def write(folder, files, pages):
    folder.mkdir()
    for file in range(files):
        (folder / f"{file:03}.warc.gz").write_bytes(b"".join(record(file * pages + page) for page in range(pages)))
    return sorted(folder.glob("*.gz"))


def spark(detm, wrapper, folder, out):
    """Runs the job; returns its seconds."""
    options = "--master local[2] --conf spark.ui.enabled=false pyspark-shell"
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": options, "DETM": detm}
    started = time.perf_counter()
    subprocess.run([sys.executable, JOB, wrapper, folder, out], env=environment, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def processes(detm, wrapper, files, out):
    """Runs two processes; returns their seconds."""
    started, running = time.perf_counter(), []
    for half in (0, 1):
        command = [detm, "apply", "-w", wrapper, "--per-page", "-j", "1", *files[half::2]]
        with open(out.with_suffix(f".{half}"), "wb") as lines:
            running.append(subprocess.Popen(command, stdout=lines, stderr=subprocess.DEVNULL))
    if any([process.wait() for process in running]):
        sys.exit("a process failed")
    return time.perf_counter() - started


def lines_of(paths):
    return sorted(line for path in paths for line in path.read_bytes().split(b"\n") if line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("detm")
    parser.add_argument("--files", type=int, default=16)
    parser.add_argument("--pages", type=int, default=1000)
    options = parser.parse_args()
    detm = os.path.abspath(options.detm)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page.html").write_bytes(html(0))
        wrapper = folder / "w.xml"
        subprocess.run([detm, "learn", "-q", "-o", wrapper, folder / "page.html"], check=True)
        files = write(folder / "warcs", options.files, options.pages)
        write(folder / "one", 1, 1)
        start = min(spark(detm, wrapper, folder / "one", folder / f"start{round}") for round in range(2))
        two = processes(detm, wrapper, files, folder / "two")
        local = spark(detm, wrapper, folder / "warcs", folder / "local")
        pages = options.files * options.pages
        print(f"{pages} pages of {len(html(1)) // 1000} kB in {options.files} files")
        print(f"two processes: {two:.1f} s, {pages / two:.0f} pages/s")
        print(f"Spark local[2]: {local:.1f} s, {start:.1f} s of them to start, {pages / (local - start):.0f} pages/s")
        print(f"Spark's rate: {two / (local - start):.2f} of that of two processes")
        same = lines_of(folder.glob("two.*")) == lines_of((folder / "local").glob("part-*"))
    if not same:
        sys.exit("the lines of Spark are not those of the processes")


if __name__ == "__main__":
    main()
