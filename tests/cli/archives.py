#!/usr/bin/env python3
"""Writes the archives that archives.sh reads to the working folder."""

import base64
import email.message
import email.policy
import gzip
import hashlib
import io
import json
import mailbox
import os
import plistlib
import re
import shutil
import struct
import subprocess
import tarfile
import zipfile

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


def indexes():
    """The originals in files that an index names: CDXJ beside their folder, as pywb has it, and CDX in it."""
    a, b = page(), page(10)
    records = [("https://a.example/1", a, "2031-01-01T00:00:00Z"), ("https://a.example/2", b, "2031-01-02T00:00:00Z")]
    os.makedirs("coll/archive")
    os.makedirs("coll/indexes")
    data, cdxj, cdx = b"", "", " CDX N b a m s k r M S V g\n"
    for url, body, date in records:
        member = gzip.compress(response(url, body, digest_of(body) + f"WARC-Date: {date}\r\n"))
        digest, stamp = digest_of(body).split("sha1:")[1].strip(), "".join(c for c in date if c.isdigit())
        place = {"offset": str(len(data)), "length": str(len(member)), "filename": "old.warc.gz"}
        kind = {"url": url, "mime": "text/html", "status": "200", "digest": "sha1:" + digest}
        cdxj += f"example,a)/{url[-1]} {stamp} {json.dumps({**kind, **place})}\n"
        cdx += f"example,a)/{url[-1]} {stamp} {url} text/html 200 {digest} - - {len(member)} {len(data)} old.warc.gz\n"
        data += member
    repeat = {"url": "https://a.example/4", "mime": "warc/revisit", "digest": "sha1:" + digest, **place}
    write("coll/indexes/numbers.cdxj", re.sub(r'"offset": "(\d+)"', r'"offset": \1', cdxj).encode())
    same = "".join(f"example,a)/{n} 20300101000000 https://a.example/old/{n} text/html 200 {digest} - - 9 0 gone.warc.gz\n"
                   for n in range(150000))
    write("coll/archive/same.cdx", (" CDX N b a m s k r M S V g\n" + same + cdx.split("\n", 1)[1]).encode())
    write("coll/archive/old.warc.gz", data)
    write("coll/indexes/index.cdxj", (cdxj + f"example,a)/4 20310103000000 {json.dumps(repeat)}\n").encode())
    write("coll/archive/index.cdx.gz", gzip.compress(cdx.encode()))
    write("coll/indexes/stale.cdxj", cdxj.replace(f'"offset": "{place["offset"]}"', '"offset": "0"').encode())


def mixed():
    """A response of JSON with a list, and then a page that shows one."""
    lines = json.dumps({"items": [{"name": f"Kelp {i}", "price": i + 0.5} for i in range(5)]}).encode()
    api = http(lines).replace(b"text/html", b"application/json")
    urls = "".join(f"<url><loc>https://a.example/{n}</loc><lastmod>2031-01-0{n + 1}</lastmod></url>" for n in range(5))
    sitemap = f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'.encode()
    icons = json.dumps({"icons": [{"src": f"/{n}.png", "sizes": f"{n}x{n}"} for n in range(5)]}).encode()
    write("sitemap.xml", sitemap)
    write(
        "own.warc",
        record("response", "https://a.example/sitemap.xml", "", http(sitemap).replace(b"text/html", b"application/xml"))
        + record("response", "https://a.example/app.json", "", http(icons).replace(b"text/html", b"application/manifest+json"))
        + response("https://a.example/1?b=2", page()) + response("http://a.example/1?utm_source=mail&b=2&gclid=7#top", page())
        + response("https://a.example/1?b=3", page(10)),
    )
    entries = [entry("https://a.example/sitemap.xml", sitemap.decode(), "text/xml"), entry("https://a.example/1", page().decode())]
    write("own.har", json.dumps({"log": {"version": "1.2", "entries": entries}}).encode())
    write("mixed.warc", record("response", "https://a.example/api", "", api) + response("https://a.example/1", page()))


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


def mail(subject, html=None, **how):
    message = email.message.EmailMessage(policy=email.policy.SMTP.clone(max_line_length=76))
    message["From"], message["To"], message["Subject"] = "shop@a.example", "me@b.example", subject
    message.set_content("From the shop:\n\nFrom here 01:05 all is text.\n")
    if html is not None:
        message.add_alternative(html.decode(), subtype="html", **how)
    return message


def mails():
    """A mailbox as Python writes it, with mails in each transfer encoding, and one of text."""
    box = mailbox.mbox("inbox.mbox")
    box.add(mail("One", page(), cte="quoted-printable"))
    box.add(mail("Two"))
    box.add(mail("Three", page(10).replace(b"<ul>", b"<p>\nFrom noon 12:30 on:\n<ul>"), cte="8bit"))
    box.add(mail("Four", page(20), cte="base64"))
    box.flush()
    with open("inbox.mbox", "rb") as file:
        data = file.read()
    write("cut.mbox", data[:-1500])
    write("inbox.mbox.gz", gzip.compress(data))
    message = mail("Page", page(), cte="8bit").as_bytes()
    write("mark.mhtml", b"\xef\xbb\xbf" + message)


def web_archives():
    """A web archive of Safari as plistlib writes it, in XML and binary."""
    main = {
        "WebResourceData": page(),
        "WebResourceFrameName": "",
        "WebResourceMIMEType": "text/html",
        "WebResourceTextEncodingName": "UTF-8",
        "WebResourceURL": "https://a.example/jars?a=1&b=2",
    }
    other = dict(main, WebResourceData=b"\x89PNG" + bytes(300), WebResourceMIMEType="image/png")
    archive = {"WebMainResource": main, "WebSubresources": [other] * 300, "WebSubframeArchives": [{"WebMainResource": other}]}
    for name, form in ("xml", plistlib.FMT_XML), ("binary", plistlib.FMT_BINARY):
        data = plistlib.dumps(archive, fmt=form)
        write(name + ".webarchive", data)
        write(f"cut-{name}.webarchive", data[: len(data) // 2])
        write(f"none-{name}.plist", plistlib.dumps({"CFBundleName": "x"}, fmt=form))
        write(f"image-{name}.webarchive", plistlib.dumps({"WebMainResource": other}, fmt=form))


def entry(url, text, mime="text/html; charset=utf-8", status=200, **more):
    content = {"size": len(text), "mimeType": mime, "text": text, **more}
    return {"request": {"method": "GET", "url": url}, "response": {"status": status, "content": content}}


def recordings():
    """A HAR with a page as text, one in base64, and entries that are no pages; and an array of pages."""
    entries = [
        entry("https://a.example/1", page().decode()),
        entry("https://a.example/logo", "iVBORw0=", "image/png", encoding="base64"),
        entry("https://a.example/2", base64.b64encode(page(10)).decode(), encoding="base64"),
        entry("https://a.example/3", page(20).decode(), status=404),
        entry("https://a.example/4", ""),
    ]
    log = {"version": "1.2", "creator": {"name": "entries", "version": "[{"}, "pages": [{"id": "entries"}], "entries": entries}
    write("browser.har", json.dumps({"log": log}, indent=2).encode())
    write("cut.har", json.dumps({"log": log}, indent=2).encode()[:1500])
    pages = [{"url": f"https://a.example/{n}", "html": page(n).decode(), "id": n} for n in range(3)]
    write("array.json", json.dumps(pages, indent=1).encode())
    pages[1] = {"url": "https://a.example/1", "html": 7}
    pages.append("text, ]")
    write("faults.json", json.dumps(pages).encode())
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\r\n" for line in pages if isinstance(line, dict))
    write("wide.ndjson", lines.encode("utf-16"))
    write("wide-be.ndjson", b"\xfe\xff" + lines.encode("utf-16-be"))


class Pipe(io.RawIOBase):
    """A file that cannot seek, so that zipfile writes the sizes after the members."""

    def __init__(self, name):
        self.file = open(name, "wb")

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)


def archives():
    """ZIP files, packed and not, with sizes before and after the members; a WACZ; a tar file."""
    crawl = gzip.compress(response("https://a.example/crawl", page()))
    members = {
        "site/one.html": page(),
        "site/style.css": b"p { margin: 0 }",
        "site/fragment.htm": page(10),
        "site/logo.png": b"\x89PNG" + bytes(100),
        "site/two.mhtml": mail("Two", page(20), cte="8bit").as_bytes(),
        "crawl/data.warc.gz": crawl,
        "inner.zip": b"PK\x03\x04" + bytes(40),
    }
    for name, packing in ("stored", zipfile.ZIP_STORED), ("packed", zipfile.ZIP_DEFLATED):
        for target, file in (name, name + ".zip"), ("piped-" + name, Pipe(f"piped-{name}.zip")):
            with zipfile.ZipFile(file, "w", packing) as out:
                for path, data in members.items():
                    out.writestr(path, data)
    with zipfile.ZipFile("names.zip", "w") as out:
        out.writestr("M\u00fcller.html", page())
    with zipfile.ZipFile("site.wacz", "w") as out:
        out.writestr("datapackage.json", "{}")
        out.writestr("pages/pages.jsonl", '{"format": "json-pages-1.0"}\n{"url": "https://a.example/crawl"}\n')
        out.writestr("archive/data.warc.gz", crawl)
        out.writestr("indexes/index.cdx", "a")
    with zipfile.ZipFile("all.wacz", "w") as out:
        out.writestr("datapackage.json", '{"profile": "multi-wacz-package"}')
        out.write("site.wacz")
    with tarfile.open("site.tar.gz", "w:gz") as out:
        for path, data in members.items():
            info = tarfile.TarInfo(path)
            info.size = len(data)
            out.addfile(info, io.BytesIO(data))
    with open("packed.zip", "rb") as file:
        data = file.read()
    at = data.index(b"site/fragment.htm") + 60
    write("damaged.zip", data[:at] + bytes(20) + data[at + 20 :])
    write("cut.zip", data[: data.index(b"crawl/data")])


if __name__ == "__main__":
    revisits()
    indexes()
    mixed()
    codings()
    dictionaries()
    mails()
    web_archives()
    recordings()
    archives()
