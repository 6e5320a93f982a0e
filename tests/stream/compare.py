#!/usr/bin/env python3
"""Compares src/stream with warcio, fastwarc, haralyzer, wacz (from PyPI; not needed to build or test detm) and Python's
email and plistlib on files that this script writes, and measures the throughput:

    compare.py PAGES DETM [--records N] [--long GIGABYTES]

PAGES is tests/stream/pages, DETM the command.  Prints the files on which the pages differ, then ratios of times (the
best of five runs each; processor time, but for -j 2), and with --long the memory of detm while it reads a stream of so many bytes.  The status is 1 if the pages of a file differ."""
import argparse
import base64
import email
import email.message
import email.policy
import gzip
import io
import json
import os
import plistlib
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from pathlib import Path

from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecordType
from haralyzer import HarParser
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from many import resident

WORDS = "market harbour stone kettle violin lantern paper winter orchard bridge copper letter".split()


def html(number, words=3000):
    dice = random.Random(number)
    rows = "".join(
        f"<li><a href='/item/{n}'>{' '.join(dice.choices(WORDS, k=6))} é</a><span>{dice.randint(1, 999)}.50</span>"
        for n in range(words // 10)
    )
    return f"<!DOCTYPE html><meta charset=utf-8><title>{number}</title><ul>{rows}</ul>".encode()


def chunked(body):
    pieces = [body[at : at + 1000] for at in range(0, len(body), 1000)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def records(count):
    """Tuples: type of record, URL, status, header fields, body."""
    for number in range(count):
        url, body = f"https://site.example/{number}", html(number, 3000 if count > 100 else 200)
        plain = [("Content-Type", "text/html; charset=utf-8")]
        kind = number % 20
        if kind == 1:
            yield "response", url, "404 Not Found", plain, body
        elif kind == 2:
            yield "response", url, "200 OK", [("Content-Type", "application/pdf")], b"%PDF-1.4 " + body
        elif kind == 3:
            yield "request", url, None, [], b""
        elif kind == 4:
            yield "response", url, "200 OK", plain + [("Transfer-Encoding", "chunked")], chunked(body)
        elif kind == 5:
            yield "response", url, "200 OK", plain + [("Content-Encoding", "gzip")], gzip.compress(body)
        elif kind == 6:
            yield "response", url, "200 OK", plain + [("Content-Encoding", "deflate")], zlib.compress(body)
        elif kind == 7:
            coded = chunked(gzip.compress(body))
            yield "response", url, "200 OK", plain + [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")], coded
        elif kind == 8:
            yield "response", url, "301 Moved", plain + [("Location", "/")], body
        else:
            yield "response", url, "200 OK", plain, body


def write_warc(path, count, compressed):
    with open(path, "wb") as out:
        writer = WARCWriter(out, gzip=compressed)
        writer.write_record(writer.create_warcinfo_record(path.name, {"software": "compare.py"}))
        for kind, url, status, fields, body in records(count):
            head = StatusAndHeaders(status or "GET / HTTP/1.1", fields, protocol="HTTP/1.1" if status else "")
            writer.write_record(writer.create_warc_record(url, kind, payload=io.BytesIO(body), http_headers=head))


def wanted(kind, status, media):
    return kind in ("response", "resource") and 200 <= status < 300 and media == "text/html"


def by_warcio(path):
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            fields = record.http_headers
            if fields is None or record.rec_type not in ("response", "resource"):
                continue
            media = fields.get_header("Content-Type", "").split(";")[0]
            if wanted(record.rec_type, int(fields.get_statuscode()), media):
                yield record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read()


def by_fastwarc(path):
    with open(path, "rb") as file:
        kinds = WarcRecordType.response | WarcRecordType.resource
        for record in FastIterator(file, record_types=kinds, parse_http=True):
            fields = record.http_headers
            if wanted("response", fields.status_code or 0, (record.http_content_type or "").split(";")[0]):
                coding = (fields.get("Content-Encoding") or "").lower()
                body = record.reader.read()
                if (fields.get("Transfer-Encoding") or "").lower() == "chunked":
                    body = unchunk(body)
                yield record.headers["WARC-Target-URI"], decode(body, coding)


def unchunk(body):
    if not body[:1].isalnum():
        return body
    out, at = [], 0
    while at < len(body):
        end = body.index(b"\r\n", at)
        size = int(body[at:end], 16)
        out.append(body[end + 2 : end + 2 + size])
        at = end + 4 + size
        if size == 0:
            break
    return b"".join(out)


def decode(body, coding):
    if coding == "gzip" and body[:2] == b"\x1f\x8b":
        return gzip.decompress(body)
    return zlib.decompress(body) if coding == "deflate" and body[:1] == b"\x78" else body


def write_mails(folder):
    """MHTML and mails in all transfer encodings; the expected part by Python's email."""
    for number, coding in enumerate(["quoted-printable", "base64", "8bit", "7bit"] * 5):
        text = html(number, 400).decode() + "\n  = line with blanks \n.\nFrom here\n" + "x" * 300
        text = text if coding != "7bit" else text.replace("é", "e")
        message = email.message.EmailMessage(policy=email.policy.SMTP)
        message["Subject"] = f"Page {number}"
        message["MIME-Version"] = "1.0"
        message.set_content(text, subtype="html", charset="utf-8" if coding != "7bit" else "us-ascii", cte=coding)
        message["Content-Location"] = f"https://mail.example/{number}"
        if number % 2:
            message.add_related(b"\x89PNG....", "image", "png", cid=f"<{number}@x>")
        if number % 3 == 2:
            message.make_mixed()
            message.add_attachment("<p>other", subtype="html")
        path = folder / f"mail{number}.mhtml"
        path.write_bytes(message.as_bytes())
        yield path


def by_email(path):
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.SMTP)
    for part in message.walk():
        if part.get_content_type() == "text/html":
            url = part["Content-Location"] or message["Content-Location"] or ""
            return [(url, part.get_payload(decode=True))]
    return []


def write_har(path):
    entries = []
    for kind, url, status, fields, body in records(60):
        if kind != "response" or fields[0][1] != "text/html; charset=utf-8" or len(fields) > 1:
            continue
        content = {"size": len(body), "mimeType": fields[0][1], "text": body.decode()}
        if len(entries) % 2:
            content.update(text=base64.b64encode(body).decode(), encoding="base64")
        entries.append({
            "startedDateTime": "2026-01-02T03:04:05.000Z", "time": 1, "cache": {}, "timings": {},
            "request": {"method": "GET", "url": url, "httpVersion": "HTTP/1.1", "headers": [], "cookies": []},
            "response": {"status": int(status.split()[0]), "statusText": "", "headers": [], "cookies": [], "content": content},
        })
    log = {"version": "1.2", "creator": {"name": "compare.py", "version": "1"}, "pages": [], "entries": entries}
    path.write_text(json.dumps({"log": log}))


def by_haralyzer(path):
    for entry in HarParser.from_file(path).har_data["entries"]:
        content = entry["response"]["content"]
        if wanted("response", entry["response"]["status"], content["mimeType"].split(";")[0]):
            text = content["text"]
            yield entry["request"]["url"], base64.b64decode(text) if content.get("encoding") == "base64" else text.encode()


def write_webarchives(folder):
    for number, form in enumerate((plistlib.FMT_XML, plistlib.FMT_BINARY) * 4):
        main = {"WebResourceData": html(number, 400), "WebResourceMIMEType": "text/html", "WebResourceTextEncodingName": "UTF-8",
                "WebResourceURL": f"https://saved.example/{number}", "WebResourceFrameName": ""}
        others = [{"WebResourceData": b"p{}", "WebResourceMIMEType": "text/css", "WebResourceURL": "https://saved.example/a.css"}]
        path = folder / f"saved{number}.webarchive"
        path.write_bytes(plistlib.dumps({"WebSubresources": others, "WebMainResource": main}, fmt=form, sort_keys=number % 3 == 0))
        yield path


def by_plistlib(path):
    main = plistlib.loads(path.read_bytes())["WebMainResource"]
    return [(main["WebResourceURL"], main["WebResourceData"])]


def write_wacz(path, warc):
    command = [sys.executable, "-c", "from wacz.main import main; main()", "create", "-o", path, warc]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def by_wacz(path):
    with zipfile.ZipFile(path) as file:
        for name in file.namelist():
            if name.startswith("archive/"):
                inner = path.with_suffix(".inner.warc.gz")
                inner.write_bytes(file.read(name))
                yield from by_warcio(inner)


def summary(pages):
    return [(url, len(body), f"{zlib.crc32(body):08x}") for url, body in pages]


def by_detm(program, path):
    lines = subprocess.run([program, path], capture_output=True, check=True, text=True).stdout.splitlines()
    fields = [line.split("\t") for line in lines]
    return [(f[0], int(f[2]), f[3]) if f[0] != "!" else ("!", 0, f[1]) for f in fields]


def same(name, ours, theirs, by):
    if ours == theirs:
        return True
    first = next((pair for pair in zip(ours, theirs) if pair[0] != pair[1]), None)
    print(f"{name}: {len(ours)} pages, {by} has {len(theirs)}; the first difference: {first}")
    return False


def processor_time():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def best(work, clock=processor_time):
    times = []
    for _ in range(5):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def compare(program, folder):
    equal, files = True, 0
    for compressed, name in ((False, "small.warc"), (True, "small.warc.gz")):
        write_warc(folder / name, 100, compressed)
    whole = folder / "whole.warc.gz"
    whole.write_bytes(gzip.compress((folder / "small.warc").read_bytes()))
    expected = summary(by_warcio(folder / "small.warc"))
    for path in (folder / "small.warc", folder / "small.warc.gz", whole):
        ours = by_detm(program, path)
        equal &= same(path.name, ours, expected, "warcio")
        files += 1
    for path in (folder / "small.warc", folder / "small.warc.gz"):
        equal &= same(path.name, by_detm(program, path), summary(by_fastwarc(path)), "fastwarc")
    for path in write_mails(folder):
        equal &= same(path.name, by_detm(program, path), summary(by_email(path)), "email")
        files += 1
    for path in write_webarchives(folder):
        equal &= same(path.name, by_detm(program, path), summary(by_plistlib(path)), "plistlib")
        files += 1
    write_har(folder / "browser.har")
    write_wacz(folder / "crawl.wacz", folder / "small.warc.gz")
    for path, by, library in ((folder / "browser.har", by_haralyzer, "haralyzer"), (folder / "crawl.wacz", by_wacz, "wacz")):
        equal &= same(path.name, by_detm(program, path), summary(by(path)), library)
        files += 1
    print(f"{files} files compared: {'equal' if equal else 'different'}; {len(expected)} pages in a WARC file")
    return equal


def measure(program, detm, folder, count):
    for compressed, name in ((False, "large.warc"), (True, "large.warc.gz")):
        path = folder / name
        write_warc(path, count, compressed)
        theirs = best(lambda: sum(1 for _ in by_fastwarc(path)))
        ours = best(lambda: subprocess.run([program, "-c", path], check=True, capture_output=True))
        print(
            f"{name}: {path.stat().st_size / 1e6:.0f} MB, {count / theirs:.0f} records/s with fastwarc, "
            f"{count / ours:.0f} with detm: {theirs / ours:.2f} times"
        )
    run = [detm, "content", "-q", "--per-page", "-o", os.devnull, folder / "large.warc.gz"]
    one, two = (
        best(lambda: subprocess.run(run + ["-j", jobs], check=True, capture_output=True), time.monotonic) for jobs in "12"
    )
    print(f"detm content --per-page: -j 2 is {one / two:.2f} times as fast as -j 1")


def measure_memory(detm, folder, gigabytes):
    data, sent, mark = (folder / "large.warc").read_bytes(), 0, 0
    size = int(gigabytes * 1e9)
    command = [detm, "links", "-q", "--words", "0", "--per-page", "--max-output", "0", "-"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    start = time.monotonic()
    while sent < size:
        process.stdin.write(data)
        sent += len(data)
        if sent >= mark:
            rate = sent / 1e6 / (time.monotonic() - start)
            print(f"{sent / 1e9:6.2f} GB: {resident(process):.1f} MB of memory, {rate:.0f} MB/s", flush=True)
            mark = (sent // (size // 10) + 1) * (size // 10)
    process.stdin.close()
    print(f"status {process.wait()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages")
    parser.add_argument("detm")
    parser.add_argument("--records", type=int, default=2000, help="of the file that times are measured with")
    parser.add_argument("--long", type=float, default=0, metavar="GIGABYTES", help="also measure the memory of a stream")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        equal = compare(options.pages, Path(name))
        measure(options.pages, options.detm, Path(name), options.records)
        if options.long > 0:
            measure_memory(options.detm, Path(name), options.long)
    sys.exit(0 if equal else 1)


main()
