#!/usr/bin/env python3
"""Writes the archives that archives.sh reads to the working folder."""

import base64
import hashlib
import shutil
import struct
import subprocess

NAMES = ["Amber Jar", "Blue Kettle", "Copper Pan", "Dark Lantern", "Elm Spoon"]


def page(first=0, title="Jars"):
    rows = "".join(
        f"<li><a href='/item/{first + n}'>{name} é {first + n}</a><span class=price>€ {first + n}.50</span></li>"
        for n, name in enumerate(NAMES)
    )
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body><ul>{rows}</ul></body></html>".encode()


def write(name, data):
    with open(name, "wb") as out:
        out.write(data)


def record(kind, uri, fields, block):
    head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n{fields}Content-Length: {len(block)}\r\n\r\n"
    return head.encode() + block + b"\r\n\r\n"


def http(body=b"", fields="", status="200 OK"):
    return f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n{fields}\r\n".encode() + body


def response(uri, body, fields=""):
    return record("response", uri, fields, http(body))


def digest_of(body):
    return "WARC-Payload-Digest: sha1:" + base64.b32encode(hashlib.sha1(body).digest()).decode() + "\r\n"


def revisits():
    """A page, and records that repeat it: named by digest, identifier, address, and as "not modified"."""
    a, b = page(), page(10)
    first = response("https://a.example/1", a, "WARC-Record-ID: <urn:x:1>\r\nWARC-Date: 2031-01-01T00:00:00Z\r\n")
    second = response("https://a.example/2", b, digest_of(b))
    write("first.warc", first + second)
    image = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"
    write(
        "next.warc",
        record("revisit", "https://a.example/3", "WARC-Refers-To: <urn:x:1>\r\n", http())
        + record("revisit", "https://a.example/4", digest_of(b), http())
        + record("revisit", "https://a.example/5", "WARC-Refers-To-Target-URI: https://a.example/1\r\n"
                 "WARC-Refers-To-Date: 2031-01-01T00:00:00Z\r\n", b"")
        + record("revisit", "https://a.example/1", "", http(status="304 Not Modified"))
        + record("revisit", "https://a.example/6", digest_of(b"other"), http())
        + record("revisit", "https://a.example/7", digest_of(b), http(status="404 Not Found"))
        + record("revisit", "https://a.example/8", digest_of(b), image),
    )


def as_brotli(data):
    """An uncompressed meta-block (RFC 7932, 9.2), and an empty last one."""
    return struct.pack("<I", (len(data) - 1) << 4 | 1 << 20)[:3] + data + b"\x03"


def as_zstd(data):
    """A frame of one raw block (RFC 8878)."""
    return b"\x28\xb5\x2f\xfd\0\x58" + struct.pack("<I", len(data) << 3 | 1)[:3] + data


def codings():
    """Pages whose servers compressed them."""
    coded = [
        ("br", as_brotli(page())),
        ("zstd", as_zstd(page())),
        ("br, zstd", as_zstd(as_brotli(page()))),
        ("br", page()),  # decoded by the crawler, which has kept the header
        ("br", as_brotli(page())[:-1]),
        ("zstd", as_zstd(page())[:-7]),
        ("compress", b"\x1f\x9d\x90"),
    ]
    records = [
        record("response", f"https://a.example/{n}", "", http(body, f"Content-Encoding: {name}\r\n"))
        for n, (name, body) in enumerate(coded)
    ]
    write("codings.warc", b"".join(records))


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def dictionaries():
    """A .warc.zst of ArchiveTeam: a dictionary in a skippable frame, then a frame for each record."""
    if shutil.which("zstd") is None:
        return
    samples = []
    for n in range(200):
        write(f"sample-{n}", response(f"https://a.example/{n}", page(10 * n)))
        samples.append(f"sample-{n}")
    run("zstd", "-q", "--train", *samples, "--maxdict=4096", "-o", "dictionary")
    run("zstd", "-q", "dictionary", "-o", "dictionary.zst")
    frames = b""
    for name in samples[:3]:
        run("zstd", "-q", "-D", "dictionary", name, "-o", name + ".zst")
        with open(name + ".zst", "rb") as file:
            frames += file.read()
    for name, stored in ("plain", "dictionary"), ("packed", "dictionary.zst"):
        with open(stored, "rb") as file:
            content = file.read()
        write(name + ".warc.zst", b"\x5d\x2a\x4d\x18" + struct.pack("<I", len(content)) + content + frames)
    write("without.warc.zst", frames)


if __name__ == "__main__":
    revisits()
    codings()
    dictionaries()
