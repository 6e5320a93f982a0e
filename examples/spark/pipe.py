#!/usr/bin/env python3
"""Spark job: the records of all WARC files of a folder: pipe.py WRAPPER.xml WARCS OUT

Spark starts the command as it starts any program: each line is the name of a file, and each line of
the output is a page with its status and records.  On a cluster the folder is one that all workers
see, and detm is installed on them (DETM names the command).  The job fails if detm does, for
example if the wrapper is missing or a file is cut off; pages that do not fit the wrapper are lines
with another status.
"""

import os
import shlex
import sys
from pathlib import Path

from pyspark.sql import SparkSession


def main(wrapper: str, folder: str, out: str) -> None:
    spark = SparkSession.builder.appName("detm pipe").getOrCreate()
    names = sorted(str(path.absolute()) for path in Path(folder).glob("*.warc*"))
    # one thread, because Spark starts a task for each processor
    command = [os.environ.get("DETM", "detm"), "apply", "-w", str(Path(wrapper).absolute()), "--per-page", "-j", "1"]
    # xargs passes the lines on as arguments; a file a partition, so that no worker waits for another
    files = spark.sparkContext.parallelize(names, max(1, len(names)))
    files.pipe(f"xargs -r -d '\\n' {shlex.join(command)}", checkCode=True).saveAsTextFile(out)
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: pipe.py WRAPPER.xml WARCS OUT")
    main(*sys.argv[1:])
