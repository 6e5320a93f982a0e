"""Files of the command, read by other programs: each has the records of NDJSON, and three nights make one table."""

import csv
import json
import os
import shutil
import sqlite3
import subprocess

import pytest

from conftest import TOP

NAMES = ('Plain jar', 'Jar, tall; "grand"', "=1+1", "007", "Krug & Söhne <blau>", "Tabs|pipes", "日本の壺 🏺")
PAGE = "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Jars</title><base href='https://jars.example/'></head><h1>Jars</h1><ul>%s</ul>"


def page_of(prices, names=NAMES):
    items = (f"<li><h3><a href='/jar/{n}'>{name.replace('&', '&amp;').replace('<', '&lt;')}</a></h3><p class=price>{price}</p>"
             f"<time class=day>{n} May 2024</time></li>" for n, (name, price) in enumerate(zip(names, prices), 1))
    return PAGE % "".join(items)


@pytest.fixture
def detm_command(tmp_path):
    """Runs the command in a folder with a wrapper and the pages of three nights; returns standard output."""
    program = os.environ.get("DETM", str(TOP / "detm"))
    if not os.access(program, os.X_OK):
        pytest.skip("set DETM to the command detm")

    def run(*arguments):
        done = subprocess.run([program, *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    (tmp_path / "first.html").write_text(page_of(f"€ {n}.50" for n in range(1, 8)), encoding="utf-8")
    nights = (["sold out"] * 7, ["€ 2 - € 3", "€ 4", "€ 9", "€ 1", "€ 6", "€ 8", "€ 5"], ["€ 7"])
    for n, night in enumerate(nights, 1):
        (tmp_path / f"night{n}.html").write_text(page_of(night), encoding="utf-8")
    names = ["--field", "jar=Plain jar", "--field", "price=€ 1.50", "--field", "day=1 May 2024", "--field", "link=https://jars.example/jar/1"]
    run("learn", "-o", "jars.xml", *names, "first.html")
    return run


def write(detm_command, tmp_path, ending):
    """Writes the records of the first page to a file; returns it, and the records as NDJSON has them."""
    file = tmp_path / f"jars.{ending}"
    apply = ["apply", "--typed", "-q", "-w", "jars.xml"]
    detm_command(*apply, "-o", file.name, "first.html")
    rows = [json.loads(line) for line in detm_command(*apply, "-f", "ndjson", "first.html").splitlines()]
    rows = [{key: value for key, value in row.items() if key[0] != "@"} for row in rows]
    assert [row["jar"] for row in rows] == list(NAMES) and [row["price.amount"] for row in rows] == [n + 0.5 for n in range(1, 8)]
    return file, rows


COLUMNS = ["jar", "price", "price.amount", "price.currency", "day", "day.iso", "link"]


def check(rows, read):
    """Rows of a table are the records; read has dicts of texts or numbers."""
    assert len(read) == len(rows)
    for row, line in zip(rows, read):
        assert all(str(line[name]) == str(row[name]) for name in COLUMNS), (row, line)


@pytest.mark.parametrize("ending", ["csv", "CSV.gz", "tsv", "ndjson", "json", "json.gz"])
def test_pandas_reads(detm_command, tmp_path, ending):
    pandas = pytest.importorskip("pandas")
    file, rows = write(detm_command, tmp_path, ending)
    packed = "gzip" if ending.lower().endswith("gz") else None
    if "json" in ending:
        frame = pandas.read_json(file, lines=ending == "ndjson", compression=packed, dtype=False)
    else:
        frame = pandas.read_csv(file, sep="\t" if ending == "tsv" else ",", compression=packed, dtype={"jar": str})
    assert frame["price.amount"].dtype == float
    check(rows, frame.to_dict("records"))


@pytest.mark.parametrize("ending", ["csv", "ndjson", "json"])
def test_polars_reads(detm_command, tmp_path, ending):
    polars = pytest.importorskip("polars")
    file, rows = write(detm_command, tmp_path, ending)
    read = {"csv": lambda: polars.read_csv(file, schema_overrides={"jar": polars.String}), "ndjson": lambda: polars.read_ndjson(file),
            "json": lambda: polars.read_json(file)}
    frame = read[ending]()
    assert frame.schema["price.amount"] == polars.Float64
    check(rows, frame.to_dicts())


@pytest.mark.parametrize("ending", ["csv", "csv.gz", "ndjson", "json"])
def test_duckdb_reads(detm_command, tmp_path, ending):
    duckdb = pytest.importorskip("duckdb")
    file, rows = write(detm_command, tmp_path, ending)
    table = f"read_json('{file}')" if "json" in ending else f"read_csv('{file}', types={{'jar': 'VARCHAR', 'day.iso': 'VARCHAR'}})"
    names = ", ".join(f'CAST("{name}" AS VARCHAR) AS "{name}"' for name in COLUMNS)
    found = duckdb.sql(f'SELECT {names}, typeof("price.amount") AS type FROM {table}').fetchall()
    assert {row[-1] for row in found} == {"DOUBLE"}
    check(rows, [dict(zip(COLUMNS, row)) for row in found])


def test_sqlite_reads(detm_command, tmp_path):
    file, rows = write(detm_command, tmp_path, "db")
    names = ", ".join(f'"{name}"' for name in COLUMNS)
    with sqlite3.connect(file) as database:
        check(rows, [dict(zip(COLUMNS, row)) for row in database.execute(f"SELECT {names} FROM records")])
        assert database.execute('SELECT DISTINCT typeof("price.amount") FROM records').fetchall() == [("real",)]


@pytest.mark.parametrize("ending, query", [("ndjson", "."), ("json", ".[]")])
def test_jq_reads(detm_command, tmp_path, ending, query):
    if shutil.which("jq") is None:
        pytest.skip("jq is not installed")
    file, rows = write(detm_command, tmp_path, ending)
    query += ' | [.jar, ."price.amount", (.link | type)]'
    lines = subprocess.run(["jq", "-c", query, file], stdout=subprocess.PIPE, check=True).stdout.splitlines()
    assert [json.loads(line) for line in lines] == [[row["jar"], row["price.amount"], "string"] for row in rows]


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_libreoffice_reads(detm_command, tmp_path, ending):
    if shutil.which("soffice") is None:
        pytest.skip("LibreOffice is not installed")
    file, rows = write(detm_command, tmp_path, ending)
    # filter options of CSV: comma, double quote, UTF-8; to read, the first line, and all columns as texts
    texts = "/".join(f"{n}/2" for n in range(1, len(COLUMNS) + 2))
    options = [f"--infilter=CSV:44,34,76,1,{texts}"] if ending == "csv" else []
    command = ["soffice", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless", *options,
               "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false", "--outdir", "read", file.name]
    done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    assert done.returncode == 0, done.stdout
    with open(tmp_path / "read" / "jars.csv", encoding="utf-8", newline="") as read:
        check(rows, list(csv.DictReader(read)))


@pytest.mark.parametrize("reader", ["openpyxl", "pandas", "libreoffice"])
def test_sheets_of_pages(detm_command, tmp_path, reader):
    """A sheet for each page, with its own columns, by other programs."""
    other = "".join(f"<tr><td>Lid {n}<td>{n * 3}" for n in range(1, 6))
    (tmp_path / "lids.html").write_text(f"<!DOCTYPE html><title>Lids</title><table><tr><th>Lid<th>Stock{other}</table>")
    detm_command("extract", "-q", "--typed", "-o", "both.xlsx", "--sheets", "page", "first.html", "lids.html")
    if reader == "openpyxl":
        book = pytest.importorskip("openpyxl").load_workbook(tmp_path / "both.xlsx")
        sheets = {sheet.title: [list(row) for row in sheet.values] for sheet in book}
    elif reader == "pandas":
        pytest.importorskip("openpyxl")
        frames = pytest.importorskip("pandas").read_excel(tmp_path / "both.xlsx", sheet_name=None)
        sheets = {name: [list(frame.columns), *frame.values.tolist()] for name, frame in frames.items()}
    else:
        if shutil.which("soffice") is None:
            pytest.skip("LibreOffice is not installed")
        command = ["soffice", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless", "--convert-to",
                   "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1", "--outdir", "read", "both.xlsx"]
        done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        assert done.returncode == 0, done.stdout
        sheets = {file.name[len("both-"):-len(".csv")]: list(csv.reader(file.read_text("utf-8").splitlines()))
                  for file in (tmp_path / "read").glob("*.csv")}
    assert {"first.html", "lids.html"} <= set(sheets) <= {"first.html", "lids.html", "left out"}
    lids = sheets["lids.html"]
    assert lids[0][:3] == ["@page", "lid", "stock"] and "price" not in lids[0] and len(lids) == 6
    assert lids[5][1] == "Lid 5" and str(lids[5][2]) == "15"
    assert len(sheets["first.html"]) == len(NAMES) + 1 and "lid" not in sheets["first.html"][0]


def test_three_nights_make_one_table(detm_command, tmp_path):
    """Sold out, a range of prices, one record: the same columns with the same types."""
    apply = ["apply", "--typed", "-q", "-w", "jars.xml"]
    headers, rows, columns = set(), [], set()
    for n in (1, 2, 3):
        detm_command(*apply, "-o", "nights.db", f"night{n}.html")
        detm_command(*apply, "-o", f"night{n}.csv", f"night{n}.html")
        with open(tmp_path / f"night{n}.csv", encoding="utf-8", newline="") as file:
            headers.add(file.readline())
            file.seek(0)
            rows += csv.DictReader(file)
        with sqlite3.connect(tmp_path / "nights.db") as database:
            columns.add(tuple(database.execute("SELECT name, type FROM pragma_table_info('records')")))
    assert len(headers) == len(columns) == 1 and len(rows) == 15
    assert [row["price.high"] for row in rows[7:9]] == ["3", ""] and rows[0]["price.amount"] == ""
    with sqlite3.connect(tmp_path / "nights.db") as database:
        assert database.execute('SELECT count(*), sum("price.amount") FROM records').fetchone() == (15, 2 + 4 + 9 + 1 + 6 + 8 + 5 + 7)
