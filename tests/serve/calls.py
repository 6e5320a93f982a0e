"""calls.py: each call of detm serve takes its own options and members, and refuses others.

Usage: calls.py DETM SOURCES.  Prints TAP."""
import base64
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Server

DETM, SOURCES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
checks = failed = 0


def check(name, passed, *seen):
    global checks, failed
    checks += 1
    failed += not passed
    print(f"{'ok' if passed else 'not ok'} {checks} - {name}", flush=True)
    if not passed:
        for thing in seen:
            print("# " + repr(thing)[:1000])


def example(name):
    return os.path.join(SOURCES, "examples", name)


def page_of(name):
    with open(example(name), encoding="utf-8") as file:
        return {"name": example(name), "html": file.read()}


def detm(*arguments):
    return subprocess.run([DETM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout


LINKS = ("<!DOCTYPE html><html><body><p>See <a href='/a'>the first page</a>, <a href='mailto:jar@jars.example'>write</a> or "
         "<a href='#end'>go to the end</a>.</p></body></html>")


def csv(server, call, page, **options):
    status, _, body = server.request("POST", f"/v1/{call}", json.dumps({"pages": [page], "options": options}),
                                     Content_Type="application/json", Accept="text/csv")
    return status, body


def test_options(server):
    with open("links.html", "w", encoding="utf-8") as file:
        file.write(LINKS)
    links = {"name": "links.html", "html": LINKS}
    wanted = detm("links", "--all", "-f", "csv", "links.html")
    for value in (True, "true"):
        check(f"links: all is --all ({value!r})", csv(server, "links", links, all=value) == (200, wanted), wanted)
    check("links: fewer without all", csv(server, "links", links)[1] == detm("links", "-f", "csv", "links.html") != wanted)
    check("links: words is --words", csv(server, "links", links, words=1)[1] == detm("links", "--words", "1", "-f", "csv", "links.html"))
    for call, page in (("links", page_of("shop.html")), ("extract", page_of("shop.html")), ("fields", page_of("book-1.html"))):
        status, body = csv(server, call, page, **{"max-records": 1})
        check(f"{call}: max-records counts, and the message names the option",
              status == 422 and b"raise max-records" in body and b"options." not in body, status, body)
        status, body = csv(server, call, page, **{"max-records": 0})
        check(f"{call}: max-records 0 is no limit", status == 200 and body == csv(server, call, page)[1], status, body)
    book = page_of("book-1.html")
    check("fields: domain is --domain", csv(server, "fields", book, domain="none")[1] == detm("fields", "--domain", "none", "-f", "csv", example("book-1.html")))
    status, body = csv(server, "fields", book, domain="nonsense")
    check("fields: an unknown domain", status == 400 and b"nonsense" in body, status, body)
    for call, name, value in (
            ("content", "method", "nonsense"), ("view", "method", "nonsense"), ("extract", "max-records", 1.5),
            ("extract", "max-records", "0x10"), ("extract", "max-records", "1.5"), ("extract", "max-records", -1),
            ("extract", "threshold", "0x0"), ("extract", "method", "stops"), ("links", "others", True), ("fields", "max-fields", 3),
            ("classify", "all", True), ("extract", "all", True), ("extract", "encoding", "windows-1252")):
        status, answer = server.post(f"/v1/{call}", {"pages": [book], "options": {name: value}})
        check(f"{call}: {name} {value!r} is refused", status == 400 and name in answer["detail"], status, answer)
    for call, member in (("apply", "wraper"), ("extract", "wrapper"), ("learn", "example"), ("view", "edits")):
        status, answer = server.post(f"/v1/{call}", {"pages": [book], member: "x"})
        check(f"{call}: the member {member} is refused", status == 400 and member in answer["detail"], status, answer)
    status, answer = server.post("/v1/view", {"pages": [book], "method": "nonsense"})
    check("view: an unknown method is refused", status == 400 and "method" in answer["detail"], status, answer)
    status, answer = server.post("/v1/extract", {"pages": [{**book, "ulr": "https://books.example/"}]})
    check("a page's unknown member is refused", status == 400 and "ulr" in answer["detail"], status, answer)


RUSSIAN = ["Замок стальной", "Дверная ручка", "Петля чугунная", "Засов кованый", "Ключ латунный", "Щеколда малая"]
JAPANESE = ["鋼の錠前", "真鍮の取っ手", "鉄の蝶番", "小さな掛け金", "銀の鍵", "木の引き出し"]


def page_in(encoding, declared, names):
    """The bytes of a page in an encoding."""
    items = "".join(f"<li><a href='/i/{i}'>{name}</a> <b class=price>{100 + i}.50</b> <i>{name[::-1]}</i></li>" for i, name in enumerate(names))
    meta = f"<meta charset={declared}>" if declared else ""
    return f"<!DOCTYPE html><html><head>{meta}<title>{names[0]}</title></head><body><ul>{items}</ul></body></html>".encode(encoding)


def test_base64(server):
    xml = {"Content_Type": "application/json", "Accept": "application/xml"}
    for name, encoding, declared, names in (("cp1251.html", "cp1251", "windows-1251", RUSSIAN), ("sjis.html", "shift_jis", "Shift_JIS", JAPANESE),
                                            ("utf16.html", "utf-16", None, RUSSIAN), ("unmarked.html", "cp1251", None, RUSSIAN)):
        with open(name, "wb") as file:
            file.write(page_in(encoding, declared, names))
        with open(name, "rb") as file:
            page = {"name": name, "html_base64": base64.b64encode(file.read()).decode()}
        for call in ("extract", "content", "links", "classify", "fields"):
            wanted = detm(call, "-f", "csv", name)
            status, body = csv(server, call, page)
            check(f"{call}: bytes of {name} as the command reads them", status == 200 and body == wanted and
                  (call == "classify" or names[1].encode() in body or call == "content"), status, body, wanted)
        status, _, wrapper = server.request("POST", "/v1/learn", json.dumps({"pages": [page]}), **xml)
        with open("w.xml", "wb") as file:
            file.write(wrapper)
        check(f"learn: bytes of {name}", status == 200 and wrapper == detm("learn", name), status, wrapper)
        status, _, body = server.request("POST", "/v1/apply", json.dumps({"pages": [page], "wrapper": wrapper.decode()}), **xml)
        check(f"apply: bytes of {name}", status == 200 and body == detm("apply", "-w", "w.xml", name), status, body)
        status, view = server.post("/v1/view", {"pages": [page]})
        check(f"view: bytes of {name}", status == 200 and names[1] in view["srcdoc"], status, view)
        status, answer = server.post("/v1/verify", {"pages": [page], "wrapper": wrapper.decode()})
        check(f"verify: bytes of {name}", status == 200 and answer["findings"] == [], status, answer)
        status, answer = server.post("/v1/repair", {"pages": [page], "wrapper": wrapper.decode()})
        check(f"repair: bytes of {name}", status == 200 and "<wrapper" in answer["wrapper"], status, answer)
        status, answer = server.post("/v1/template", {"pages": [page], "examples": [{"name": "title", "value": names[0]}]})
        check(f"template: bytes of {name}", status == 200 and names[0] in answer["template"] and
              not any("not on the page" in notice for notice in answer["notices"]), status, answer)
    latin = page_in("iso-8859-15", None, ["Tür €", "Schloß", "Schlüssel", "Bügel", "Öse", "Äxte"])
    status, body = csv(server, "extract", {"html_base64": base64.b64encode(latin).decode()}, encoding="iso-8859-15")
    check("encoding is that of html_base64", status == 200 and "Tür €".encode() in body, status, body)
    good = base64.b64encode(latin).decode()
    for name, page, place in (("no digits", {"html_base64": "<p>"}, "html_base64"), ("a digit too many", {"html_base64": good.rstrip("=") + "A" * (1 + len(good) - len(good.rstrip("=")))}, "html_base64"),
                              ("padding inside", {"html_base64": "PA==" + good}, "html_base64"), ("a number", {"html_base64": 1}, "html_base64"),
                              ("both", {"html_base64": good, "html": "<p>"}, "html_base64"), ("neither", {"name": "a"}, "html_base64")):
        for call in ("extract", "learn", "view", "fields"):
            pages = [page] if call == "view" else [{"html": "<p>One"}, page]
            status, answer = server.post(f"/v1/{call}", {"pages": pages})
            check(f"{call}: a page in base64 with {name} is refused, with its place",
                  status == 400 and place in answer["detail"] and f"pages[{len(pages) - 1}]" in answer["detail"], status, answer)
    status, answer = server.post("/v1/extract", {"pages": [{"html": "<p>"}], "options": {"encoding": "windows-1251"}})
    check("encoding is not for text", status == 400 and "encoding" in answer["detail"], status, answer)


def test_library(wrapper):
    os.mkdir("library")
    with Server(DETM, "--library", "library") as server:
        def put(name):
            return server.request("PUT", f"/v1/rules/{name}", wrapper, Content_Type="application/xml")
        for name in ("a" * 53, "a" * 200, "books/" + "b" * 60, "books/second", "other/jars"):
            status, _, body = put(name)
            check(f"library: {name[:20]} ({len(name)} bytes) is saved", status == 201, status, body)
            check("library: and read again", server.request("GET", f"/v1/rules/{name}")[2] == wrapper)
        for name in ("%ff", "a:b", "a%22b", "a%3Fb", "corrections/a", "a/b/c", ".a"):
            status, _, body = put(name)
            check(f"library: {name} is not a name", status == 400 and b"is not a name" in body, status, body)
        status, _, body = put("books/versions")
        check("library: a name that ends with /versions is refused", status == 400 and b"versions" in body, status, body)
        for call in ("apply", "verify", "repair", "view"):
            status, answer = server.post(f"/v1/{call}", {"pages": [page_of("shop.html")], "rule": "unknown"})
            check(f"{call}: an unknown rule is not found", status == 404 and "unknown" in answer["detail"], status, answer)
        os.rename("library", "gone")
        for method, path in (("GET", "/v1/rules"), ("GET", "/v1/rules/books/second"), ("PUT", "/v1/rules/a"), ("POST", "/v1/apply"), ("POST", "/v1/match")):
            body = wrapper if method == "PUT" else json.dumps({"pages": [page_of("shop.html")]}) if method == "POST" else None
            status, _, answer = server.request(method, path, body, Content_Type="application/json")
            check(f"a library that vanished is a fault of the server: {method} {path}", status == 500, status, answer)


def test_edits(server, wrapper):
    status, answer = server.post("/v1/edit", {"wrapper": wrapper.decode(), "edits": [{"op": "merge", "fields": ["title\0", "price"], "to": "a"}]})
    check("edit: a name with NUL is refused", status == 400 and "array of strings" in answer["detail"], status, answer)


def test_accept(server, wrapper):
    page = page_of("shop.html")
    for accept, wanted in (("application/json;q=0, */*", "application/xml"), ("*/*, application/json;q=0", "application/xml"),
                           ("text/csv;q=0.5, application/xml;q=0.5", "text/csv"), ("text/*", "text/csv"), ("*/*", "application/json"),
                           ("text/csv, */*", "text/csv"), ("*/*;q=0.1, text/csv", "text/csv")):
        status, headers, body = server.request("POST", "/v1/extract", json.dumps({"pages": [page]}), Content_Type="application/json", Accept=accept)
        check(f"Accept: {accept}", status == 200 and headers["Content-Type"].startswith(wanted), status, headers["Content-Type"])
    for call, body, wanted in (("edit", {"wrapper": wrapper.decode(), "edits": []}, "application/json, application/xml"),
                               ("links", {"pages": [page]}, "application/json, application/xml, application/x-ndjson, text/csv"),
                               ("content", {"pages": [page]}, "application/json, application/xml, application/x-ndjson, text/csv, text/markdown, text/plain")):
        status, answer = server.post(f"/v1/{call}", body, Accept="image/png")
        check(f"{call}: 406 lists its formats", status == 406 and answer["detail"] == "Accept one of " + wanted, status, answer)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with Server(DETM) as server:
            test_options(server)
            test_base64(server)
            wrapper = server.post("/v1/learn", {"pages": [page_of("shop.html")]})[1]["wrapper"].encode()
            test_edits(server, wrapper)
            test_accept(server, wrapper)
        test_library(wrapper)
        os.chdir("/")
    print(f"1..{checks}")
    return failed != 0


sys.exit(main())
