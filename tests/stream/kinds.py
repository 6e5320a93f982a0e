#!/usr/bin/env python3
"""kinds.py PAGES: kinds of WARC record, and the page that each of them is, or that it is none.

PAGES is tests/stream/pages.  Each kind is a file with a plain record before and after it, so that a kind that spoils its
neighbours is seen, too.  Prints the kinds that are read otherwise, and how many are right; the status is 1 if one is not."""
import gzip
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

try:
    import brotli
except ImportError:
    brotli = None

BODY = "<!DOCTYPE html><title>Kelp</title><p>Dried kelp, é 4.50".encode()
URL = "https://kelp.example/page"
HTML = "Content-Type: text/html; charset=utf-8\r\n"
NONE, CUT = "none", "cut"


def record(block, kind="response", fields="", version="WARC/1.0", url=URL, end="\r\n", length=None):
    head = (f"{version}{end}WARC-Type: {kind}{end}WARC-Target-URI: {url}{end}WARC-Date: 2026-01-02T03:04:05Z{end}"
            f"{fields}Content-Length: {len(block) if length is None else length}{end}{end}")
    return head.encode("latin-1") + block + 2 * end.encode()


def http(body=BODY, fields=HTML, line="HTTP/1.1 200 OK", end="\r\n"):
    return (line + end + fields.replace("\r\n", end) + end).encode("latin-1") + body


def chunks(body, form="%x\r\n", last=b"0\r\n\r\n"):
    pieces = [body[at:at + 10] for at in range(0, len(body), 10)]
    return b"".join((form % len(piece)).encode() + piece + b"\r\n" for piece in pieces) + last


def deflate(body):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(body) + packer.flush()


def coded(name, body):
    return record(http(body, HTML + f"Content-Encoding: {name}\r\n"))


def revisit(fields, block=None):
    return record(http(b"") if block is None else block, "revisit", fields, url="https://kelp.example/again")


AGAIN = "https://kelp.example/again"
ORIGINAL = record(http(), fields="WARC-Payload-Digest: sha1:KELP\r\nWARC-Record-ID: <urn:kelp:1>\r\n", url="https://kelp.example/first")
FIRST = ("https://kelp.example/first", BODY)
TE, RESPONSE = "Transfer-Encoding: chunked\r\n", "Content-Type: application/http; msgtype=response\r\n"

# the name of a kind, its bytes, and what it is: a body, NONE, or (CUT, a body); or a list of pages
KINDS = [
    ("a response", record(http(), fields=RESPONSE), BODY),
    ("lines of HTTP that end in LF", record(http(end="\n")), BODY),
    ("lines of WARC that end in LF", record(http(), end="\n"), BODY),
    ("fields in lower case", record(http()).replace(b"WARC-Type", b"warc-type").replace(b"Content-Length", b"content-length"), BODY),
    ("a URI in brackets", record(http(), url=f"<{URL}>"), BODY),
    ("a URI with blanks", record(http(), url="https://kelp.example/ page"), BODY),
    ("WARC/0.17", record(http(), version="WARC/0.17"), BODY),
    ("WARC/0.18", record(http(), version="WARC/0.18"), BODY),
    ("WARC/1.1", record(http(), version="WARC/1.1"), BODY),
    ("a resource of HTML", record(BODY, "resource", "Content-Type: text/html\r\n"), BODY),
    ("a resource without a type", record(BODY, "resource"), BODY),
    ("a resource of text", record(b"Plain", "resource", "Content-Type: text/plain\r\n"), NONE),
    ("a response without a content type", record(http(fields="")), BODY),
    ("a text without a content type", record(http(b"Plain", "")), NONE),
    ("a type that the crawler has identified", record(http(b"<p>Kelp", ""), fields="WARC-Identified-Payload-Type: text/html\r\n"), b"<p>Kelp"),
    ("chunks", record(http(chunks(BODY), HTML + TE)), BODY),
    ("chunks with extensions", record(http(chunks(BODY, "%x;name=value\r\n"), HTML + TE)), BODY),
    ("chunks with upper-case lengths", record(http(chunks(BODY, "%X\r\n"), HTML + TE)), BODY),
    ("chunks with leading zeros", record(http(chunks(BODY, "%08x\r\n"), HTML + TE)), BODY),
    ("chunks with trailers", record(http(chunks(BODY, last=b"0\r\nX-Sum: 1\r\n\r\n"), HTML + TE)), BODY),
    ("chunks without the last one", record(http(chunks(BODY, last=b""), HTML + TE)), (CUT, BODY)),
    ("a header of chunks that were joined", record(http(fields=HTML + TE)), BODY),
    ("gzip", coded("gzip", gzip.compress(BODY)), BODY),
    ("x-gzip", coded("x-gzip", gzip.compress(BODY)), BODY),
    ("GZIP in capitals", coded("GZIP", gzip.compress(BODY)), BODY),
    ("gzip of several members", coded("gzip", gzip.compress(BODY[:20]) + gzip.compress(BODY[20:])), BODY),
    ("gzip that breaks off", coded("gzip", gzip.compress(BODY * 50)[:-8]), (CUT, BODY * 50)),
    ("a header of gzip whose body was decoded", coded("gzip", BODY), BODY),
    ("deflate", coded("deflate", zlib.compress(BODY)), BODY),
    ("deflate without the header of zlib", coded("deflate", deflate(BODY)), BODY),
    ("gzip twice", coded("gzip, gzip", gzip.compress(gzip.compress(BODY))), BODY),
    ("identity", coded("identity", BODY), BODY),
    ("a coding that is not known", coded("exi", b"\x01\x02\x03"), NONE),
    ("a coding that is not known, and a page", coded("exi", BODY), BODY),
    ("gzip in chunks", record(http(chunks(gzip.compress(BODY)), HTML + TE + "Content-Encoding: gzip\r\n")), BODY),
    ("100 Continue before the response", record(b"HTTP/1.1 100 Continue\r\n\r\n" + http()), BODY),
    ("103 Early Hints before the response", record(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + http()), BODY),
    ("two interim responses", record(b"HTTP/1.1 100 Continue\r\n\r\n" * 2 + http()), BODY),
    ("101 Switching Protocols", record(b"HTTP/1.1 101 Switching Protocols\r\n\r\n"), NONE),
    ("HTTP/1.0", record(http(line="HTTP/1.0 200 OK")), BODY),
    ("HTTP/2", record(http(line="HTTP/2 200")), BODY),
    ("HTTP/2.0", record(http(line="HTTP/2.0 200 ")), BODY),
    ("HTTP/3", record(http(line="HTTP/3 200")), BODY),
    ("pseudo header fields", record(http(fields=":status: 200\r\n" + HTML, line="HTTP/2 200")), BODY),
    ("a status without words", record(http(line="HTTP/1.1 200")), BODY),
    ("status 201", record(http(line="HTTP/1.1 201 Created")), BODY),
    ("status 206", record(http(line="HTTP/1.1 206 Partial Content")), BODY),
    ("status 204", record(http(b"", line="HTTP/1.1 204 No Content")), NONE),
    ("status 301", record(http(fields=HTML + "Location: /a\r\n", line="HTTP/1.1 301 Moved")), NONE),
    ("status 304", record(http(b"", line="HTTP/1.1 304 Not Modified")), NONE),
    ("status 404", record(http(line="HTTP/1.1 404 Not Found")), NONE),
    ("status 500", record(http(line="HTTP/1.1 500 Oops")), NONE),
    ("status 999", record(http(line="HTTP/1.1 999 Denied")), NONE),
    ("a content type that is given twice", record(http(fields=HTML + HTML)), BODY),
    ("two content types in a field", record(http(fields="Content-Type: text/html, text/html\r\n")), BODY),
    ("a content type in capitals", record(http(fields="CONTENT-TYPE: TEXT/HTML\r\n")), BODY),
    ("XHTML", record(http(fields="Content-Type: application/xhtml+xml\r\n")), BODY),
    ("a PDF", record(http(b"%PDF-1.7", "Content-Type: application/pdf\r\n")), NONE),
    ("a PDF that is declared as HTML", record(http(b"%PDF-1.7\n1 0 obj\n")), NONE),
    ("an image", record(http(b"\x89PNG\r\n\x1a\n", "Content-Type: image/png\r\n")), NONE),
    ("JSON", record(http(b'{"a":1}', "Content-Type: application/json\r\n")), NONE),
    ("a style sheet", record(http(b"p{}", "Content-Type: text/css\r\n")), NONE),
    ("header fields that are not UTF-8", record(http(fields="X-Name: \xe9\xff\r\n" + HTML)), BODY),
    ("a folded header field", record(http(fields="X-Long: a\r\n b\r\n\tc\r\n" + HTML)), BODY),
    ("a folded content type", record(http(fields="Content-Type:\r\n text/html\r\n")), BODY),
    ("many header fields", record(http(fields="X-Many: " + "y" * 90 + "\r\n" + HTML) .replace(b"X-Many", b"X-Many: z\r\nX-Many" * 200, 1)), BODY),
    ("a length that is right", record(http(fields=HTML + f"Content-Length: {len(BODY)}\r\n")), BODY),
    ("a length that is larger", record(http(fields=HTML + "Content-Length: 5000\r\n")), (CUT, BODY)),
    ("a length that is smaller", record(http(fields=HTML + "Content-Length: 5\r\n")), BODY),
    ("a length that is no number", record(http(fields=HTML + "Content-Length: many\r\n")), BODY),
    ("a record that was truncated", record(http(), fields="WARC-Truncated: length\r\n"), (CUT, BODY)),
    ("a block that is longer than declared", record(http(), length=len(http()) - 9), BODY[:-9]),
    ("a block that includes the next record", record(http(), length=len(http()) + 60), (CUT, BODY + b"\r\n\r\n")),
    ("no length", record(http()).replace(b"Content-Length: ", b"X-Length: ", 1), NONE),
    ("a revisit by digest", ORIGINAL + revisit("WARC-Payload-Digest: sha1:KELP\r\n"), [FIRST, (AGAIN, BODY)]),
    ("a revisit by identifier", ORIGINAL + revisit("WARC-Refers-To: <urn:kelp:1>\r\n"), [FIRST, (AGAIN, BODY)]),
    ("a revisit by address and date", ORIGINAL + revisit("WARC-Refers-To-Target-URI: https://kelp.example/first\r\nWARC-Refers-To-Date: 2026-01-02T03:04:05Z\r\n"),
     [FIRST, (AGAIN, BODY)]),
    ("a revisit with status 304", ORIGINAL + revisit("WARC-Payload-Digest: sha1:KELP\r\n", http(b"", "", "HTTP/1.1 304 Not Modified")), [FIRST, (AGAIN, BODY)]),
    ("a revisit with an empty block", ORIGINAL + revisit("WARC-Payload-Digest: sha1:KELP\r\n", b""), [FIRST, (AGAIN, BODY)]),
    ("a revisit without its original", revisit("WARC-Payload-Digest: sha1:OTHER\r\n"), NONE),
    ("a request", record(b"GET / HTTP/1.1\r\n\r\n", "request"), NONE),
    ("metadata", record(b"via: x\r\n", "metadata"), NONE),
    ("information about the file", record(b"software: x\r\n", "warcinfo"), NONE),
    ("a conversion", record(BODY, "conversion", "Content-Type: text/html\r\n"), NONE),
    ("a continuation", record(BODY, "continuation", "WARC-Segment-Number: 2\r\n"), NONE),
    ("a type of record that is not known", record(BODY, "novelty"), NONE),
    ("an answer of DNS", record(b"20260102\nkelp.example. 60 IN A 192.0.2.1\n", "response", "Content-Type: text/dns\r\n", url="dns:kelp.example"), NONE),
    ("a mark before the page", record(http(b"\xef\xbb\xbf" + BODY, "")), b"\xef\xbb\xbf" + BODY),
    ("UTF-16", record(http(BODY.decode().encode("utf-16"), "Content-Type: text/html; charset=utf-16\r\n")), BODY.decode().encode("utf-16")),
    ("a body without a byte", record(http(b"")), NONE),
    ("a block without a byte", record(b""), NONE),
    ("stray bytes after it", record(http()) + b"stray\r\nbytes\r\n\r\n", BODY),
    ("no empty lines after it", record(http())[:-4], BODY),
    ("a page that has a line WARC/1.0", record(http(BODY + b"\nWARC/1.0\nmore")), BODY + b"\nWARC/1.0\nmore"),
]
if brotli is not None:
    KINDS += [
        ("brotli", coded("br", brotli.compress(BODY)), BODY),
        ("brotli of gzip", coded("gzip, br", brotli.compress(gzip.compress(BODY))), BODY),
        ("a header of brotli whose body was decoded", coded("br", BODY), BODY),
        ("brotli and more bytes", coded("br", brotli.compress(BODY) + b"\r\n"), BODY),
    ]


def expected(kind):
    url = "https://kelp.example/page"
    if kind == NONE:
        return []
    if isinstance(kind, list):
        return [(each, body, "") for each, body in kind]
    return [(url, kind[1], CUT)] if isinstance(kind, tuple) else [(url, kind, "")]


def read(program, path):
    lines = subprocess.run([program, path], capture_output=True, check=True, text=True).stdout.splitlines()
    return [(field[0], int(field[2]), field[3], field[4]) if field[0] != "!" else ("!", field[1])
            for field in (line.split("\t") for line in lines)]


def check(program):
    before, after = ((f"https://kelp.example/{name}", b"<p>" + name.encode(), "") for name in ("before", "after"))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kind.warc"
        for name, bytes_, kind in KINDS:
            path.write_bytes(record(http(before[1]), url=before[0]) + bytes_ + record(http(after[1]), url=after[0]))
            want = [(url, len(body), f"{zlib.crc32(body):08x}", cut) for url, body, cut in [before, *expected(kind), after]]
            got = read(program, path)
            if got != want:
                wrong += 1
                print(f"{name}: {got[1:-1]} instead of {want[1:-1]}" if got[-1:] == want[-1:] else f"{name}: {got} instead of {want}")
    print(f"{len(KINDS) - wrong} of {len(KINDS)} kinds of record are right")
    return wrong == 0


if __name__ == "__main__":
    sys.exit(0 if check(sys.argv[1]) else 1)
