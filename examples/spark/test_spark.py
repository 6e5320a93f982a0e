"""Runs the jobs on two local workers, and compares their results with those of one process."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import detm

pytest.importorskip("pyspark")
parquet = pytest.importorskip("pyarrow.parquet")
arrow = pytest.importorskip("pyarrow")
if shutil.which("java") is None:
    pytest.skip("Java is missing", allow_module_level=True)

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent
NAMES = ["shop.html", "shop-2.html", "weir.html", "docket.html"]
PAGES = [(f"https://shop.example/{round}/{name}", name) for round in range(8) for name in NAMES]


@pytest.fixture
def wrapper(tmp_path):
    made = detm.Wrapper.learn(detm.Page.read(EXAMPLES / "shop.html", "https://shop.example/"))
    (tmp_path / "wrappers").mkdir()
    made.save(tmp_path / "wrappers" / "shop.xml")
    return made


def run(job, *arguments, fails=False):
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable}
    options = "--master local[2] --conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=2 pyspark-shell"
    environment["PYSPARK_SUBMIT_ARGS"] = options
    command = [sys.executable, str(HERE / job), *map(str, arguments)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert (done.returncode != 0) == fails, done.stderr[-5000:]


def lines_of(folder):
    return [line for path in sorted(folder.glob("part-*")) for line in path.read_text("utf-8").split("\n") if line]


def warc(pages):
    """A WARC file of pages, each record compressed."""
    records = b""
    for url, name in pages:
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + (EXAMPLES / name).read_bytes()
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
        records += gzip.compress(f"{head}Content-Length: {len(http)}\r\n\r\n".encode() + http + b"\r\n\r\n")
    return records


def test_pipe_gives_the_lines_of_the_command(wrapper, tmp_path):
    command = os.environ.get("DETM", str(EXAMPLES.parent / "detm"))
    if not os.access(command, os.X_OK):
        pytest.skip("set DETM to the command detm")
    (tmp_path / "warcs").mkdir()
    for part in range(4):
        (tmp_path / "warcs" / f"{part}.warc.gz").write_bytes(warc(PAGES[part * 8 : part * 8 + 8]))
    run("pipe.py", tmp_path / "wrappers" / "shop.xml", tmp_path / "warcs", tmp_path / "out")
    files = sorted((tmp_path / "warcs").iterdir())
    rule = tmp_path / "wrappers" / "shop.xml"
    alone = subprocess.run([command, "apply", "-w", rule, "-f", "ndjson", "--per-page", *files], stdout=subprocess.PIPE)
    expected = [line for line in alone.stdout.decode().split("\n") if line]
    assert lines_of(tmp_path / "out") == expected and len(expected) == len(PAGES)


def test_pipe_fails_if_the_command_fails(tmp_path):
    (tmp_path / "warcs").mkdir()
    (tmp_path / "warcs" / "1.warc.gz").write_bytes(warc(PAGES[:1]))
    run("pipe.py", tmp_path / "missing.xml", tmp_path / "warcs", tmp_path / "out", fails=True)
    assert not (tmp_path / "out" / "_SUCCESS").exists()


def test_the_table_has_the_records_of_one_process(wrapper, tmp_path):
    urls, htmls = [url for url, _ in PAGES], [(EXAMPLES / name).read_bytes() for _, name in PAGES]
    parquet.write_table(arrow.table({"url": urls, "html": htmls}), tmp_path / "pages.parquet", row_group_size=8)
    run("table.py", tmp_path / "wrappers" / "shop.xml", tmp_path / "pages.parquet", tmp_path / "out")
    rows = sorted(parquet.read_table(tmp_path / "out").to_pylist(), key=lambda row: row["url"])  # stable
    expected = []
    for url, html in sorted(zip(urls, htmls), key=lambda pair: pair[0]):
        try:
            records = wrapper.apply(detm.Page(html, url=url), typed=True).records
            expected += [{"url": url, "status": "ok", **record} for record in records]
        except detm.Misfit:
            expected.append({"url": url, "status": "unfit"})
    assert rows == [{name: record.get(name) for name in rows[0]} for record in expected]
    assert any(isinstance(row["price.amount"], float) for row in rows)


def test_drift_names_the_day_of_the_change(wrapper, tmp_path):
    month = [(f"2026-11-{day:02}", "shop.html" if day < 21 else "docket.html") for day in range(1, 31)]
    table = {
        "site": ["shop"] * 30,
        "day": [day for day, _ in month],
        "url": [f"https://shop.example/{day}" for day, _ in month],
        "html": [(EXAMPLES / name).read_bytes() for _, name in month],
    }
    parquet.write_table(arrow.table(table), tmp_path / "pages.parquet")
    run("drift.py", tmp_path / "wrappers", tmp_path / "pages.parquet", tmp_path / "out")
    days = [json.loads(line) for line in lines_of(tmp_path / "out")]
    assert [(day["day"], day["drifted"]) for day in days] == [(day, name != "shop.html") for day, name in month]
    alone = detm.verify(wrapper, detm.Page(table["html"][29], url=table["url"][29]))
    assert json.loads(days[29]["findings"]) == alone.findings
