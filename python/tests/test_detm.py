"""Tests of the package: values are those of the command, errors are exceptions."""

import gc
import gzip
import json
import pickle
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import detm

PAGES = sorted(path.name for path in (Path(__file__).resolve().parents[2] / "examples").glob("*.html"))
LIST = "<ul>" + "".join(f"<li><a href='/{i}'>Item {i}</a> <b>${i}.50</b> <i>in stock</i></li>" for i in range(9)) + "</ul>"


SHELVES = '<h1>Shelves of the shop</h1><div id="list" class="list">{rows}</div><p class="foot">All prices with tax'
ROWS = "".join(
    f'<div class="row"><h2><a href="/shelf/{n}">Shelf {"ABCDEFG"[n]} of oak</a></h2><p class="price">$ {n}9.50</p></div>'
    for n in range(7)
)


def plain(rows):
    return [{name: value for name, value in row.items() if name[0] != "@"} for row in rows]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("typed", [False, True])
def test_extract_gives_the_values_of_the_command(examples, command, name, typed):
    page = detm.Page.read(examples / name)
    rows = command("extract", "-f", "ndjson", *["--typed"] * typed, examples / name)
    result = detm.extract(page, typed=typed)
    assert result.records == plain(rows)
    assert [list(record) for record in result.records] == [list(row) for row in plain(rows)]
    if rows:
        assert round(result.confidence, 2) == pytest.approx(rows[0]["@confidence"], abs=0.01)


@pytest.mark.parametrize("name", PAGES)
def test_all_regions_have_the_records_of_the_command(examples, command, name):
    rows = command("extract", "-a", "-f", "ndjson", examples / name)
    regions = detm.extract(detm.Page.read(examples / name), regions=0).regions
    assert [record for region in regions for record in region.records] == plain(rows)
    assert [region.number for region in regions for _ in region.records] == [row["@region"] for row in rows]


@pytest.mark.parametrize("name", PAGES)
def test_content_links_and_kind_are_those_of_the_command(examples, command, name):
    page = detm.Page.read(examples / name, "http://example.org/")
    base = ["-f", "ndjson", "--base", "http://example.org/", examples / name]
    for row in plain(command("content", *base)):
        found = detm.content(page)
        fields = {field: getattr(found, field) for field in ("title", "date", "author", "breadcrumb", "keywords", "text")}
        assert {field: value for field, value in fields.items() if value} == {f: v for f, v in row.items() if v}
    assert detm.links(page) == plain(command("links", *base))
    assert [detm.classify(page)] == plain(command("classify", *base))


def test_content_has_markup(examples):
    found = detm.content(detm.Page.read(examples / "weir.html"))
    assert found.xml.startswith("<h1>") or "<p>" in found.xml
    assert "# The weir is mended at last" in found.markdown


def test_content_has_a_quality(examples):
    assert 0.7 < detm.content(detm.Page.read(examples / "weir.html")).quality < 1
    assert detm.content(detm.Page("")).quality is None


def test_a_page_is_bytes_or_str_or_a_view():
    expected = detm.extract(detm.Page(LIST)).records
    assert len(expected) == 9
    for form in (LIST.encode(), bytearray(LIST.encode()), memoryview(LIST.encode())):
        assert detm.extract(detm.Page(form)).records == expected


def test_a_str_keeps_its_characters_whatever_the_page_declares():
    page = detm.Page("<meta charset=latin1>" + LIST.replace("Item", "Büchlein 書"))
    assert "Büchlein 書 3" in detm.extract(page).records[3].values()
    assert page.encoding == "UTF-8"


def test_links_are_resolved_against_the_url():
    page = detm.Page(LIST, url="https://example.org/shop/")
    assert "https://example.org/4" in detm.extract(page).records[4].values()
    assert page.name == "https://example.org/shop/"


def test_a_page_without_records_gives_an_empty_result():
    result = detm.extract(detm.Page("<p>One paragraph, and nothing else."))
    assert result.records == [] and result.regions == [] and len(result) == 0


def test_a_wrapper_is_learned_saved_edited_and_applied(examples, command, tmp_path):
    wrapper = detm.Wrapper.learn([detm.Page.read(examples / "shop.html")])
    wrapper.fields["rating"].name = "renamed"
    wrapper.save(tmp_path / "shop.xml")
    rows = plain(command("apply", "-w", tmp_path / "shop.xml", "-f", "ndjson", examples / "shop-2.html"))
    page = detm.Page.read(examples / "shop-2.html")
    assert wrapper.apply(page).records == rows and "renamed" in rows[0]
    assert detm.Wrapper.load(tmp_path / "shop.xml").apply(page).records == rows
    assert pickle.loads(pickle.dumps(wrapper)).xml == wrapper.xml
    typed = plain(command("apply", "--typed", "-w", tmp_path / "shop.xml", "-f", "ndjson", examples / "shop-2.html"))
    assert wrapper.apply(page, typed=True).records == typed
    del wrapper.fields["renamed"]
    assert "renamed" not in wrapper.apply(page).records[0]
    assert not wrapper.fields["renamed"].wanted
    with pytest.raises(KeyError):
        wrapper.fields["absent"]
    with pytest.raises(detm.Usage):
        wrapper.fields["title"].name = "@name"


def test_fields_get_a_type_and_are_merged():
    people = [("Ada", "Reed", "4.50"), ("Ben", "Stone", "7.20"), ("Cleo", "Tanner", "3.10")]
    row = "<li><a>{}</a><p class=last>{}</p><p class=wage>{}</p>"
    page = detm.Page("<ul>" + "".join(row.format(*person) for person in people) + "</ul>")
    wrapper = detm.Wrapper.learn(page)
    first, last, wage = wrapper.fields
    wrapper.fields[wage].type = "price"
    assert wrapper.fields[wage].type == "price"
    wrapper.merge([first, last], "name")
    assert wrapper.apply(page).records[1] == {"name": "Ben Stone", wage: "7.20"}
    with pytest.raises(detm.Usage):
        wrapper.fields["name"].type = "colour"
    with pytest.raises(detm.Usage):
        wrapper.merge(["name"], "title")
    with pytest.raises(TypeError):
        wrapper.merge([1, 2], "title")
    with pytest.raises(detm.Usage):
        detm.Template.stock("article").fields["title"].type = "text"


def test_a_name_or_type_cannot_be_none():
    for fields in (detm.Wrapper.learn(detm.Page(LIST)).fields, detm.Template.stock("article").fields):
        names = list(fields)
        for name in ("name", "type"):
            with pytest.raises(TypeError):
                setattr(fields["title"], name, None)
        assert list(fields) == names


def test_a_list_is_chosen_by_its_path_or_number():
    events = [("May", "Fair", "North"), ("June", "Sale", "South"), ("July", "Tour", "West")]
    news = "".join("<dt>{} {}</dt><dd>{}</dd>".format(*event) for event in events)
    page = detm.Page(f"{LIST}<h2>News</h2><dl>{news}</dl>")
    chosen = detm.extract(page, region="/html/body/dl")
    assert [region.path for region in chosen.regions] == ["/html/body/dl"]
    assert len(chosen.records) == 3
    assert detm.Wrapper.learn_region(page, chosen.regions[0].path).apply(page).records == chosen.records
    assert detm.extract(page, region=1).records == detm.extract(page).records
    with pytest.raises(detm.Nothing):
        detm.Wrapper.learn_region(page, 99)
    with pytest.raises(detm.Usage, match="no page was given"):
        detm.Wrapper.learn_region([], 1)


def test_notices_name_examples_that_were_not_found():
    page = detm.Page("<ul>" + "".join(f"<li><b>Jar {i}</b> <i>{i} kg</i></li>" for i in range(1, 7)) + "</ul>")
    assert detm.Wrapper.learn(page, what="Jar 3", weight="3 kg").notices == []
    wrapper = detm.Wrapper.learn(page, what="Jar 3", price="11.20")
    assert wrapper.columns == ["what"]
    assert wrapper.notices == ['field price: no record of the list shows "11.20"; write it as the page shows it']
    twice = detm.Page("<ul>" + "".join(f"<li><b>Jar {i}</b> <i>{i % 3} kg</i></li>" for i in range(1, 7)) + "</ul>")
    assert detm.Wrapper.learn(twice, weight="1 kg").notices[0].startswith('field weight: 2 records show "1 kg"')


def test_records_are_given():
    page = detm.Page("<ul>" + "".join(f"<li><b>Word {i}</b>" for i in range(6)) + "</ul>")
    pairs = detm.Wrapper.learn_records(page, [("/html/body/ul", i, i + 1) for i in (0, 2, 4)])
    assert len(pairs.apply(page).records) == 3 and pairs.notices == []
    uneven = detm.Wrapper.learn_records(page, [("/html/body/ul", 0, 1), ("/html/body/ul", 2, 2)])
    assert uneven.notices
    links = detm.Page("<ul>" + "".join(f"<li><a>{text}</a>" for text in ("Amber", "12", "Bowl", "7")) + "</ul>")
    joined = detm.Wrapper.learn_records(links, [("/html/body/ul", *run) for run in ((0, 1), (2, 2), (3, 3))])
    assert joined.notices[0] == 'records[1]: "Bowl" begins or ends elsewhere in the wrapper'
    for records in ([], [("/html/body/ol", 0, 0)], [("/html/body/ul", 0, 1), ("/html/body/ul", 1, 1)]):
        with pytest.raises(detm.Usage):
            detm.Wrapper.learn_records(page, records)
    for record in ("x", ["/html/body/ul", 0, 0], ("/html/body/ul", 0)):
        with pytest.raises(TypeError):
            detm.Wrapper.learn_records(page, [record])


def test_a_learned_wrapper_is_that_of_the_command(examples, command, tmp_path):
    command("learn", "-o", tmp_path / "shop.xml", examples / "shop.html")
    page = detm.Page.read(examples / "shop.html")
    assert detm.Wrapper.learn(page).xml == (tmp_path / "shop.xml").read_bytes()


def test_a_learned_wrapper_has_the_confidence_of_its_pages(examples):
    shop, article = (detm.Page.read(examples / name) for name in ("shop.html", "article.html"))
    assert detm.Wrapper.learn(shop).confidence == detm.extract(shop).confidence > 0.9
    both = detm.Wrapper.learn([shop, detm.Page.read(examples / "shop-2.html")])
    assert detm.extract(detm.Page.read(examples / "shop-2.html")).confidence < both.confidence < detm.extract(shop).confidence
    assert detm.Wrapper.learn(article).confidence < 0.9
    assert detm.Wrapper.learn(shop, price="€ 11.20").confidence is None
    assert detm.Wrapper.from_xml(both.xml).confidence is None


def test_a_wrapper_is_learned_by_example(examples):
    page = detm.Page.read(examples / "shop.html")
    wrapper = detm.Wrapper.learn(page, item="Enamel pie dish, oval", price="€ 11.20")
    assert list(wrapper.apply(page).records[0]) == wrapper.columns == ["item", "price"]
    with pytest.raises(detm.Nothing):
        detm.Wrapper.learn(page, item="not on the page")


def test_a_page_that_does_not_fit_is_a_misfit(examples):
    wrapper = detm.Wrapper.learn(detm.Page.read(examples / "shop.html"))
    with pytest.raises(detm.Misfit) as caught:
        wrapper.apply(detm.Page.read(examples / "weir.html"))
    assert caught.value.where.endswith("weir.html") and 0 <= caught.value.fit < 0.5
    assert isinstance(caught.value, detm.Error) and "does not fit" in str(caught.value)


def test_a_template_is_learned_saved_and_applied(examples, command, tmp_path):
    template = detm.Template.learn(detm.Page.read(examples / "book-1.html"), price="$24.50", pages="288", nothing="zzz")
    assert template.lost == [("nothing", "zzz")]
    template.save(tmp_path / "book.xml")
    page = detm.Page.read(examples / "book-2.html")
    rows = plain(command("apply", "-w", tmp_path / "book.xml", "-f", "ndjson", examples / "book-2.html"))
    assert template.apply(page).records == rows == [{"price": "$12.00", "pages": "176"}]
    template.fields["pages"].name = "length"
    del template.fields["price"]
    assert pickle.loads(pickle.dumps(template)).apply(page).records == [{"length": "176"}]
    assert "article" in detm.Template.stock_names() and detm.Template.stock("article").fields["title"].type
    with pytest.raises(detm.Usage):
        detm.Template.stock("none")


def test_verify_finds_what_the_command_finds(examples, command, tmp_path):
    wrapper = detm.Wrapper.learn(detm.Page.read(examples / "shop.html"))
    wrapper.save(tmp_path / "shop.xml")
    names = [examples / "shop.html", examples / "shop-2.html", examples / "docket.html"]
    rows = command("verify", "-w", tmp_path / "shop.xml", "-f", "ndjson", *names)
    drift = detm.verify(wrapper, (detm.Page.read(name) for name in names))
    assert drift.pages == 3 and drift.drifted
    assert drift.findings == [{"page": row["@page"], **record} for row, record in zip(rows, plain(rows))]
    assert not detm.verify(wrapper, detm.Page.read(examples / "shop.html")).drifted
    blocked = detm.Page("<html><body><h1>Access denied</h1><p>You have no permission to view this page.</p></body>", name="b")
    assert blocked.wall is not None
    drift = detm.verify(wrapper, [blocked])
    assert (drift.drifted, drift.pages, drift.findings, drift.walls) == (False, 0, [], [("b", blocked.wall)])


def made_list(tag, name):
    rows = (
        f"<{tag} class=row><h3><a href='/{i}'>Item {i}</a></h3><p class={name}>$ {i}.50</p><p>{i} reviews</p></{tag}>"
        for i in range(9)
    )
    return detm.Page(f"<div>{''.join(rows)}</div>")


def test_a_wrapper_is_repaired():
    wrapper = detm.Wrapper.learn(made_list("div", "price"), cost="$ 3.50", item="Item 3")
    made = detm.repair(wrapper, [made_list("section", "p3")])
    assert isinstance(made.rule, detm.Wrapper) and made.fields[0].fate == "carried" and made.fields[0].confidence > 0.5
    assert made.rule.apply(made_list("section", "p3")).records == wrapper.apply(made_list("div", "price")).records
    with pytest.raises(detm.Nothing):
        detm.repair(wrapper, detm.Page("<p>Only this."))


def test_a_wrapper_without_its_fields_is_not_repaired():
    with pytest.raises(detm.Nothing, match=r"detm\.extract shows the lists"):
        detm.repair(detm.Wrapper.learn(detm.Page(LIST)), detm.Page("<p>One paragraph."))


def test_a_template_is_repaired(examples):
    template = detm.Template.learn(detm.Page.read(examples / "book-1.html"), price="$24.50", pages="288")
    page = detm.Page.read(examples / "book-2.html")
    assert detm.repair(template, page).rule.apply(page).records == template.apply(page).records


@pytest.mark.parametrize("format", ["xpath", "css", "parsel", "crawl4ai", "xslt"])
def test_an_export_is_that_of_the_command(examples, command, tmp_path, format):
    page = detm.Page.read(examples / "shop.html")
    wrapper = detm.Wrapper.learn(page)
    wrapper.save(tmp_path / "shop.xml")
    command("export", "--as", format, "-w", tmp_path / "shop.xml", "-o", tmp_path / "out", examples / "shop.html")
    assert detm.export(wrapper, format, page).text == (tmp_path / "out").read_text()
    with pytest.raises(ValueError):
        detm.export(wrapper, "toml")


def test_a_library_applies_the_rule_that_fits(examples, command, tmp_path):
    detm.Wrapper.learn(detm.Page.read(examples / "docket.html")).save(tmp_path / "courts.xml")
    detm.Template.learn(detm.Page.read(examples / "book-1.html"), price="$24.50").save(tmp_path / "book.xml")
    (tmp_path / "broken.xml").write_text("<wrapper>\n<oops/></wrapper>")
    library = detm.Library(tmp_path)
    page = detm.Page.read(examples / "docket-2.html")
    assert len(library) == 2 and len(library.faults) == 1 and str(library.faults[0]).startswith(f"{tmp_path}/broken.xml:")
    (tmp_path / "broken.xml").unlink()
    result = library.apply(page)
    rows = command("apply", "-L", tmp_path, "-f", "ndjson", examples / "docket-2.html")
    assert result.records == plain(rows)
    assert result.match == library.match(page)[0] and result.match.file == rows[0]["@template"] == "courts.xml"
    assert (result.match.kind, len(library.match(page, 0))) == ("wrapper", 0)
    assert library.apply(detm.Page.read(examples / "book-2.html")).records == [{"price": "$12.00"}]
    with pytest.raises(detm.Misfit):
        library.apply(detm.Page("<p>Only this."))
    with pytest.raises(detm.BadFile):
        detm.Library(tmp_path / "gone")


def test_a_web_is_ranked_as_by_the_command(examples, command, tmp_path):
    topic = (examples / "topic.txt").read_text()
    names = ["weir.html", "mending.html", "fair.html"]
    web = detm.Web(topic, min_relevance=0.1)
    for name in names:
        web.add(detm.Page.read(examples / name, f"https://example.org/{name}", name=name))
    ranked = web.rank()
    urls = tmp_path / "urls"
    urls.write_text("".join(f"{examples / name}\thttps://example.org/{name}\n" for name in names))
    rows = command("rank", "--topic", examples / "topic.txt", "--relevant", "0.1", "--pages", urls, "-f", "ndjson")
    assert [row["url"] for row in ranked] == [row["url"] for row in rows]
    assert [row["relevance"] for row in ranked] == [float(row["relevance"]) for row in rows]
    assert [row["links-in"] for row in ranked] == [int(row["links-in"]) for row in rows]
    assert [row["fetched"] for row in web.rank(2, fetched=False)] == ["no", "no"]
    assert detm.Web(topic, min_relevance=0.1, saved=web.save()).rank() == web.rank()
    with pytest.raises(detm.Usage):
        web.add(detm.Page("<p>", "https://example.org/weir.html"))
    with pytest.raises(detm.Usage):
        detm.Web("")


def test_limits_of_a_page_and_of_the_pages_in_a_file(tmp_path):
    deep = b"<title>Deep</title>" + b"<div>" * 50 + b"<p>Text</p>"

    def warning(page):
        detm.links(page)  # reads it
        return page.warning

    assert warning(detm.Page(deep)) is None
    assert "deep" in warning(detm.Page(deep, max_depth=10))
    with pytest.raises(detm.Limit):
        detm.extract(detm.Page(deep, max_nodes=20))
    for limit in ("max_bytes", "max_nodes", "max_depth"):
        with pytest.raises(ValueError):
            detm.Page(deep, **{limit: -1})
    file = tmp_path / "pages.ndjson"
    file.write_text(json.dumps({"url": "https://a.example/", "html": deep.decode()}) + "\n")
    assert [warning(page) for page in detm.pages(file)] == [None]
    assert ["deep" in warning(page) for page in detm.pages(file, max_depth=10)] == [True]
    with pytest.raises(detm.Limit):
        detm.extract(next(detm.pages(file, max_nodes=20)))


def written(rows):
    """Rows as JSON, in which 1 is not 1.0 and keys have an order."""
    return [json.dumps(row) for row in rows]


def fields_of(row):
    """A line of extract -f ndjson without page, region, record and confidence, which are its first members."""
    members = list(row.items())
    return dict(members[4 if members[3:] and members[3][0] in ("@confidence", "confidence") else 3:])


@pytest.mark.parametrize("flags, options", [
    ([], {}),
    (["--typed"], {"typed": True}),
    (["--typed", "--plain-names"], {"typed": True, "field_names": "plain"}),
])
def test_records_of_all_pages_are_those_of_ndjson(examples, command, flags, options):
    files = sorted(str(file) for folder in ("tests/cases", "examples") for file in (examples.parent / folder).rglob("*.html"))
    lines = {}
    for first in range(0, len(files), 100):
        for row in command("extract", "-f", "ndjson", "-a", *flags, *files[first:first + 100], fails=True):
            lines.setdefault(next(iter(row.values())), []).append(fields_of(row))
    assert sum(map(len, lines.values())) > 1000
    for name, rows in lines.items():
        result = detm.extract(next(detm.pages(name)), regions=0, **options)
        assert written(record for region in result.regions for record in region.records) == written(rows), name
        assert len(result) == len(result.records) == (len(result.regions[0].records) if result.regions else 0), name


def test_typed_values_have_the_keys_and_values_of_ndjson(command, tmp_path):
    rows = ["12.50 €|1.1 million|5|-", "10 - 20 €|2.75|0.1|3 May 2024", "€ 7|1,234,567|3|-", "€ 8.05|12|4|1/2/2024", "no price|4|1.0|2 June 2024"]
    table = "<html lang=en><table><tr>%s</tr>%s</table>" % ("".join(f"<th>{name}" for name in ("price", "people", "price.amount", "day")),
                                                             "".join("<tr><td>" + row.replace("|", "<td>") for row in rows))
    file = tmp_path / "table.html"
    file.write_text(table)
    found = detm.extract(detm.Page.read(file), typed=True, field_names="page")
    assert written(found) == written(map(fields_of, command("extract", "--typed", "--page-names", "-f", "ndjson", file)))
    assert len({key for key in found[1] if key.startswith("price.amount")}) > 1, found[1]


def test_results_can_be_pickled_and_read_by_threads(examples):
    page = detm.Page.read(examples / "shop.html")
    result = detm.extract(page, regions=0, typed=True)
    copy = pickle.loads(pickle.dumps(result))
    assert (copy.records, copy.regions, copy.warning, len(copy)) == (result.records, result.regions, result.warning, len(result))
    fresh = [detm.extract(page, regions=0, typed=True) for _ in range(20)]
    read = []
    threads = [threading.Thread(target=lambda: read.extend(one.records for one in fresh)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read == [result.records] * 80


def test_errors_are_exceptions():
    for error, call in [
        (detm.BadInput, lambda: detm.Page(b"%PDF-1.4 ...")),
        (detm.BadInput, lambda: detm.Page(b"<p>", encoding="no-such")),
        (detm.Limit, lambda: detm.Page(b"<p>" * 100, max_bytes=10)),
        (detm.BadFile, lambda: detm.Wrapper.from_xml(b"<wrapper><oops/></wrapper>", "w.xml")),
        (detm.BadFile, lambda: detm.Template.from_xml(b"no XML")),
        (detm.Nothing, lambda: detm.Wrapper.learn([detm.Page("<p>")])),
        (ValueError, lambda: detm.extract(detm.Page(LIST), domain="no-such")),
        (detm.Usage, lambda: detm.extract(detm.Page(LIST), typed=True, date="yesterday")),
        (TypeError, lambda: detm.Page(3.5)),
        (TypeError, lambda: detm.Page(5)),
        (detm.BadInput, lambda: detm.Page(b"WARC/1.0\r\nWARC-Type: warcinfo\r\n")),
        (detm.BadInput, lambda: detm.Page(b"Subject: x\r\nMIME-Version: 1.0\r\n\r\n")),
        (detm.BadInput, lambda: detm.Page('{"url": "https://a.example/", "html": "<p>One"}\n')),
    ]:
        with pytest.raises(error):
            call()
    with pytest.raises(detm.BadFile) as caught:
        detm.Wrapper.from_xml(b"<wrapper>\n<oops/></wrapper>", "w.xml")
    assert caught.value.line > 0 and str(caught.value).startswith("w.xml:")


def test_what_is_not_a_page_is_refused():
    wrapper = detm.Wrapper.learn(detm.Page(LIST))
    for call in [
        lambda: wrapper.apply(b"<p>"),
        lambda: wrapper.apply(None),
        lambda: detm.extract("<p>"),
        lambda: detm.Wrapper.learn(b"<p>"),
        lambda: detm.Wrapper.learn(None),
        lambda: detm.verify(wrapper, ["<p>"]),
        lambda: detm.repair(wrapper, "<p>"),
    ]:
        with pytest.raises(TypeError, match="a detm.Page is needed, not"):
            call()
    with pytest.raises(ValueError, match="no pages"):
        detm.verify(wrapper, [])


def test_names_of_files_and_urls_are_no_pages(tmp_path):
    with pytest.raises(TypeError, match=r"bytes or str, not \w*Path: detm\.Page\.read"):
        detm.Page(tmp_path / "page.html")
    with pytest.raises(FileNotFoundError, match="is a URL, and detm fetches nothing"):
        detm.Page.read("https://boats.example/list")
    with pytest.raises(FileNotFoundError, match="No such file"):
        detm.Page.read(tmp_path / "page.html")
    with pytest.raises(detm.BadFile, match="is a URL, and nothing is fetched"):
        list(detm.pages("https://boats.example/list"))


def test_a_page_without_a_field_of_all_records_has_a_warning():
    card = "<li class=c><h3><a href=/%d>Pot %d</a></h3><p>Clay</p><b>%d.50</b></li>"
    pot = "<h1>Pots</h1><ul class=l>" + "".join(card % (n, n, n) for n in range(1, 7)) + "</ul>"
    wrapper = detm.Wrapper.learn(detm.Page(pot))
    assert wrapper.apply(detm.Page(pot)).warning is None
    result = wrapper.apply(detm.Page(re.sub("<b>.*?</b>", "", pot)))
    assert len(result) == 6 and result.missing and result.warning.startswith("no record has ")


def test_a_page_that_fits_without_records_has_a_warning(tmp_path):
    wrapper = detm.Wrapper.learn(detm.Page(SHELVES.format(rows=ROWS)))
    empty = wrapper.apply(detm.Page(SHELVES.format(rows="")))
    assert len(empty) == 0 and empty.empty == "unexplained"
    assert empty.warning.startswith("fits the wrapper but holds no record")
    said = wrapper.apply(detm.Page(SHELVES.format(rows="<p>No results found</p>")))
    assert len(said) == 0 and said.empty == "said" and said.warning is None
    wrapper.save(tmp_path / "w.xml")
    found = detm.Library(tmp_path).apply(detm.Page(SHELVES.format(rows="")), min_score=0)
    assert len(found) == 0 and found.warning == empty.warning


def test_an_exception_of_the_pages_ends_verify(examples):
    wrapper = detm.Wrapper.learn(detm.Page.read(examples / "shop.html"))

    def pages():
        yield detm.Page.read(examples / "shop.html")
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        detm.verify(wrapper, pages())


def test_threads_share_a_page_and_a_wrapper(examples):
    page = detm.Page.read(examples / "shop.html")
    wrapper = detm.Wrapper.learn(page)
    expected = (wrapper.apply(page, typed=True).records, detm.links(page), detm.content(page))
    found, errors = [], []

    def work():
        try:
            for _ in range(10):
                found.append((wrapper.apply(page, typed=True).records, detm.links(page), detm.content(page)))
        except Exception as error:  # reported by the main thread
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and found == [expected] * 40


def resident():
    """Resident memory in kB."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def test_calls_do_not_leak(examples, saving, tmp_path):
    html = (examples / "shop.html").read_bytes()
    saving("extract", "--save", "--store", tmp_path / "runs.db", "-f", "ndjson", examples / "shop.html")
    store = detm.Store(tmp_path / "runs.db")

    def call():
        page = detm.Page(html, url="http://example.org/")
        wrapper = detm.Wrapper.learn([page, page])
        wrapper.apply(page, typed=True)
        template = detm.Template.learn(page, item="Enamel pie dish, oval")
        template.apply(page)
        detm.extract(page, regions=0), detm.content(page).markdown, detm.links(page), detm.classify(page)
        detm.verify(wrapper, [page, page])
        list(wrapper.fields), pickle.dumps(template)
        detm.repair(wrapper, page), detm.repair(template, page), detm.export(wrapper, "css", page)
        wrapper.save(tmp_path / "shop.xml")
        library = detm.Library(tmp_path)
        library.match(page), library.apply(page)
        web = detm.Web(["tin and iron", page])
        web.add(page), web.rank(), web.save()
        wrapper.apply(page, min_records=99), store.runs(), store.pages(), store.records(), store.diff(1, 1)
        for bad in (lambda: detm.Page(b"%PDF-1.4"), lambda: detm.Wrapper.from_xml(b"<x/>")):
            with pytest.raises(detm.Error):
                bad()

    for _ in range(30):
        call()
    gc.collect()
    before = resident()
    for _ in range(150):
        call()
    gc.collect()
    assert resident() - before < 1500


PLAYERS = b"""<table><tr><th>Player<th>3P%<th>Unit price<th>2021
<tr><td>Ann Alder<td>33.1<td>$4<td>12<tr><td>Bob Birch<td>28.5<td>$5<td>14<tr><td>Cid Cedar<td>40.0<td>$7<td>11
<tr><td>Dot Dogwood<td>36.2<td>$9<td>10</table>"""


def test_any_text_names_a_field():
    page = detm.Page(PLAYERS)
    assert list(detm.extract(page).records[0]) == ["player", "3p%", "unit-price", "2021"]
    wrapper = detm.Wrapper.learn(page, {"domain": "33.1", "pages": "$4"})
    assert wrapper.apply(page).records[0] == {"domain": "33.1", "pages": "$4"}
    assert detm.Wrapper.learn(page, values="33.1").columns == ["values"]
    with pytest.raises(TypeError, match="an example has a name"):
        detm.Wrapper.learn(page, "33.1")
    wrapper = detm.Wrapper.learn(page, {"3P%": "33.1", "Unit price": "$4"})
    assert wrapper.apply(page).records[0] == {"3P%": "33.1", "Unit price": "$4"}
    wrapper.fields["3P%"].name = "3P% \"x\" 'y' <&>"
    again = detm.Wrapper.from_xml(wrapper.xml)
    assert list(again.apply(page).records[0]) == ["3P% \"x\" 'y' <&>", "Unit price"]
    with pytest.raises(detm.Usage, match="not a field name"):
        wrapper.fields["Unit price"].name = "@page"


def test_kinds_of_names():
    page = detm.Page(PLAYERS)
    plain = ["player", "n3p_percent", "unit_price", "n2021"]
    assert list(detm.extract(page, field_names="page").records[0]) == ["Player", "3P%", "Unit price", "2021"]
    assert list(detm.extract(page, field_names="plain").records[0]) == plain
    assert [field.name for field in detm.Wrapper.learn(page, field_names="plain").fields.values()] == plain
    wrapper = detm.Wrapper.learn(page)
    assert list(wrapper.apply(page, field_names="plain").records[0]) == plain
    assert [column.name for column in wrapper.apply(page, field_names="plain").regions[0].columns] == plain
    with pytest.raises(detm.Usage, match="not a kind of names"):
        detm.extract(page, field_names="sql")


HUTS = b"""<ul><li class=hut><h3><a href=/h/alder>Alder hut</a></h3> <p>Two hearths</p> <b>8</b> <button>Ask</button></li>
<li class=hut><h3><a href=/h/bracken>Bracken hut</a></h3> <p>One hearth</p> <b>12</b> <button>Ask</button></li>
<li class=note>The path to the next two is steep.</li>
<li class=hut><h3><a href=/h/cairn>Cairn hut</a></h3> <p>A stove</p> <b>20</b> <button>Ask</button></li>
<li class=hut><h3><a href=/h/dell>Dell hut</a></h3> <p>No stove</p> <b>6</b> <button>Ask</button></li></ul>"""


def test_account():
    page = detm.Page(HUTS)
    wrapper = detm.Wrapper.learn(page)
    for result in detm.extract(page), wrapper.apply(page):
        assert result.left_out == result.regions[0].left_out
        assert detm.LeftOut("button", 4, "Ask") in result.left_out
        account = result.account()
        asks = [line for line in account if line.reason == "button"]
        assert [line.record for line in asks] == [1, 2, 3, 4] and {line.text for line in asks} == {"Ask"}
        assert all(line.notable and not line.address and line.region == 1 for line in asks)
        assert asks[3].path == "/html/body/ul/li[5]/button/#text"
        (note,) = [line for line in account if line.record is None]
        path = "/html/body/ul/li[3]"
        text = "The path to the next two is steep."
        assert note == detm.AccountLine(1, None, None, "row-odd", True, False, text, path)
        assert sum(sums.count for sums in result.left_out) == len(account)
        assert 'labels of buttons ("Ask")' in result.remarks[0]
    wrapper.fields["title-link"].wanted = False
    links = [line for line in wrapper.apply(page).account() if line.address]
    assert [line.text for line in links] == ["/h/alder", "/h/bracken", "/h/cairn", "/h/dell"]
    assert {(line.column, line.reason, line.notable) for line in links} == {("title-link", "unwanted", False)}
    for other in detm.content(page), detm.links(page), detm.extract(detm.Page(b"<p>No list")):
        assert getattr(other, "left_out", []) == []
    assert detm.extract(detm.Page(b"<p>No list")).account() == []


def test_the_account_is_made_when_it_is_asked():
    """After the page and further results are gone, the rule is edited, or another thread has asked."""
    wrapper = detm.Wrapper.learn(detm.Page(HUTS))
    expected = wrapper.apply(detm.Page(HUTS)).account()
    results = [wrapper.apply(detm.Page(HUTS)) for _ in range(40)]
    waiting = [result for result in results if not isinstance(result._account, bytes)]
    assert 0 < len(waiting) < 20, "results that are kept do not keep all their pages"
    wrapper.fields["title"].name = "hut"
    wrapper.fields["hut-link"].wanted = False
    assert all(result.account() == expected == result.account() for result in results)
    assert wrapper.apply(detm.Page(HUTS)).account() != expected

    page = detm.Page(HUTS)
    result = detm.extract(page)
    with ThreadPoolExecutor(4) as pool:
        accounts = list(pool.map(lambda _: result.account(), range(8)))
    assert accounts == [expected] * 8 and len(result.records) == 4
    assert pickle.loads(pickle.dumps(detm.extract(page))).account() == expected


def test_rows_that_are_no_records():
    page = detm.Page(PLAYERS.replace(b"</table>", b"<tr><td>Total<td>137.8<td>$25<td>47</table>"))
    result = detm.extract(page)
    assert len(result) == 4 and result.warning is None
    assert result.remarks == ("1 row of the table is no record: 1 total",)
    assert result.regions[0].left_out == [detm.LeftOut("row-total", 1, "Total 137.8 $25 47")]
    wrapper = detm.Wrapper.learn(page)
    for total in detm.extract(page, totals=True), wrapper.apply(page, totals=True):
        assert len(total) == 5 and total.remarks == () and total.regions[0].left_out == []
        assert total.records[4]["player"] == "Total"


def test_an_unknown_option_is_named():
    page = detm.Page(LIST)
    wrapper, template = detm.Wrapper.learn(page), detm.Template.learn(page, item="Item 3")
    for call in [
        lambda: detm.extract(page, tall=True),
        lambda: detm.extract(page, min_fit=0.5),
        lambda: wrapper.apply(page, tall=True, typed=True),
        lambda: template.apply(page, others=True),
        lambda: detm.Wrapper.learn_region(page, 1, regions=0),
        lambda: detm.Wrapper.learn_records(page, [("/html/body/ul", 0, 0)], region=1),
        lambda: detm.verify(wrapper, page, typed=True),
        lambda: detm.repair(wrapper, page, typed=True),
    ]:
        with pytest.raises(TypeError, match=r"has no option '(tall|min_fit|others|regions?|typed)'; it has [a-z]"):
            call()
    with pytest.raises(TypeError, match="unknown option: 'tall'"):
        detm._detm.extract(page._page, {"typed": True, "tall": 1})
    for wrong in {"regions": -1}, {"max_records": -1}, {"rank": "sql"}, {"field_names": None}:
        with pytest.raises(ValueError):
            detm.extract(page, **wrong)
    with pytest.raises(TypeError):
        detm.extract(page, threshold="0.5")
    for wrong in {"max_loss": 2}, {"min_confidence": 0}:
        with pytest.raises(detm.Usage, match=f"^{next(iter(wrong))} must be between"):
            detm.verify(wrapper, page, **wrong)


@pytest.mark.parametrize("kind", detm.options.__all__)
def test_every_option_is_one_of_the_library(kind):
    for name in detm.options.names_of(getattr(detm.options, kind)):
        assert re.search(f"^{name}  ", detm.options.__doc__, re.M)
        try:
            detm._detm.extract(detm.Page(LIST)._page, {name: ()})  # of no type that an option has
        except TypeError as error:
            assert "unknown option" not in str(error)


YEARS = b"""<table><tr><th><th>2019<th>2020<th>2021<th>2022<tr><th>Mills<td>4<td>5<td>7<td>9
<tr><th>Weirs<td>12<td>14<td>11<td>10<tr><th>Length<td>1.5 km<td>1.6 km<td>1.8 km<td>1.9 km</table>"""


def test_options_are_those_of_the_command(examples, command, tmp_path):
    (tmp_path / "years.html").write_bytes(YEARS)
    page = detm.Page(YEARS)
    for flag in "transpose", "no_transpose":
        rows = plain(command("extract", f"--{flag.replace('_', '-')}", "-f", "ndjson", tmp_path / "years.html"))
        assert detm.extract(page, **{flag: True}).records == rows
        assert detm.Wrapper.learn(page, **{flag: True}).apply(page).records == rows
        assert detm.Wrapper.learn_region(page, 1, **{flag: True}).columns == list(rows[0])
    assert detm.extract(page, transpose=True).records != detm.extract(page, no_transpose=True).records
    for name, value in ("threshold", 0.95), ("threshold", 0.3), ("rank", "coverage"):
        rows = command("extract", "-a", f"--{name}={value}", "-f", "ndjson", examples / "shop.html")
        regions = detm.extract(detm.Page.read(examples / "shop.html"), regions=0, **{name: value}).regions
        assert [record for region in regions for record in region.records] == plain(rows)
    with pytest.raises(detm.Limit):
        detm.extract(detm.Page(LIST), max_records=8)
    assert len(detm.extract(detm.Page(LIST), max_records=9)) == len(detm.extract(detm.Page(LIST), max_records=0)) == 9


def shelves(count):
    return detm.Page(SHELVES.format(rows="</div>".join(ROWS.split("</div>")[:count]) + "</div>"))


def test_fields_keep_rules(tmp_path):
    wrapper = detm.Wrapper.learn([shelves(7)])
    assert wrapper.fields["price"].require is None
    wrapper.fields["price"].require = "95% price"
    again = detm.Wrapper.from_xml(wrapper.xml)
    assert again.fields["price"].require == "95% price"
    assert not again.apply(shelves(7)).drifted
    bare = detm.Page(SHELVES.format(rows=ROWS.replace("$", "about", 2)))
    drifted = again.apply(bare)
    assert drifted.drifted and [(f["field"], f["change"]) for f in drifted.findings] == [("price", "unmet")]
    assert "95 % of the records have a price, seen: 5 of 7" in drifted.warning
    assert detm.verify(again, bare).findings[0]["change"] == "unmet"
    assert not again.apply(bare, require={"price": "70%"}).drifted
    assert not again.apply(bare, require={"price": "0%"}).drifted
    again.fields["price"].require = None
    assert not again.apply(bare).drifted
    wrapper.save(tmp_path / "shelves.xml")
    library = detm.Library(tmp_path)
    assert library.apply(bare).drifted and not library.apply(shelves(7)).drifted
    assert library.apply(shelves(7), require={"price": "date"}).drifted
    template = detm.Template.learn(shelves(7), title="Shelves of the shop")
    template.fields["title"].require = "date"
    assert template.apply(shelves(7)).drifted and not template.apply(shelves(7), require={"title": "100%"}).drifted
    for wrong in {"price": "95"}, {"price": ""}, {"price": "95% 96%"}:
        with pytest.raises(detm.Usage, match="no rule of a field"):
            wrapper.apply(bare, require=wrong)
    with pytest.raises(TypeError, match="^require is a dict"):
        wrapper.apply(bare, require="price: 95%")
    with pytest.raises(detm.Usage, match="no rule of a field"):
        wrapper.fields["price"].require = "many"


def test_drift_is_told_at_apply(tmp_path):
    wrapper = detm.Wrapper.learn([shelves(7), shelves(6)])
    same = wrapper.apply(shelves(7))
    assert not same.drifted and same.findings == [] and same.warning is None
    few = wrapper.apply(shelves(6), min_records=7)
    assert few.drifted and [finding["change"] for finding in few.findings] == ["count"]
    assert few.findings[0]["page"] == "-" and few.warning.startswith("drifted: count ")
    assert wrapper.apply(shelves(2), max_loss=0.5).drifted and not wrapper.apply(shelves(4), max_loss=0.5).drifted
    words = detm.Page(SHELVES.format(rows=re.sub(r"\$ \d9.50", "on request", ROWS)))
    findings = wrapper.apply(words).findings
    assert [(finding["field"], finding["change"]) for finding in findings] == [("price", "type")]
    assert wrapper.apply(words, verify=True).findings == detm.verify(wrapper, words).findings != findings
    with pytest.raises(detm.Usage, match="^max_loss must be"):
        wrapper.apply(shelves(7), max_loss=-1)
    bare = wrapper.apply(detm.Page(SHELVES.format(rows=re.sub("<p.*?</p>", "", ROWS))))
    assert bare.drifted and bare.missing == ("price",)
    wrapper.fields["price"].name = "cost"
    assert wrapper.apply(words).findings == [{**findings[0], "field": "cost"}]
    wrapper.save(tmp_path / "shelves.xml")
    assert detm.Library(tmp_path).apply(detm.Page(SHELVES.format(rows=re.sub("<p.*?</p>", "", ROWS)))).drifted
    template = detm.Template.learn(shelves(7), title="Shelves of the shop")
    assert not template.apply(shelves(7), verify=True).drifted
    few = template.apply(shelves(7), min_records=2)
    assert few.drifted and few.findings[0]["change"] == "count"


@pytest.fixture
def store(examples, saving, tmp_path):
    """A store with three runs of a wrapper, the third like the first, and one without."""
    wrapper, page, file = tmp_path / "huts.xml", tmp_path / "huts.html", tmp_path / "runs.db"
    before = HUTS.decode()
    after = re.sub("<li class=hut><h3><a href=/h/dell.*?</li>", "", before.replace("<b>20</b>", "<b>21</b>"))
    page.write_text(before)
    saving("learn", "-o", wrapper, page)
    for text in before, after, before:
        page.write_text(text)
        saving("apply", "-w", wrapper, "--save", "--store", file, "-f", "ndjson", page)
    saving("extract", "--save", "--store", file, "-f", "ndjson", examples / "shop.html")
    return file


def test_a_store_has_the_runs_of_the_command(command, store):
    kept = detm.Store(store)

    def printed(*arguments):
        return command("store", *arguments, "--store", store, "-f", "ndjson")

    assert kept.file == str(store)
    assert [(run.number, run.pages) for run in kept.runs()] == [(number, 1) for number in (1, 2, 3, 4)]
    assert [(str(run.number), run.time, str(run.records), run.command) for run in kept.runs()] == [
        (row["run"], row["time"], row["records"], row["command"]) for row in printed("runs")
    ]
    huts = kept.pages(2)[0].rule
    assert huts.endswith("huts.xml") and [run.number for run in kept.runs(huts)] == [1, 2, 3]
    (page,) = kept.pages("last~2")
    assert page.records == 3 and 0.5 < page.fit <= 1 and page.problem is None and page.rule_version == 0
    assert kept.pages()[0].fit is None and kept.pages()[0].name.endswith("shop.html")
    assert kept.records(1) == printed("records", 1) and kept.records() == printed("records")
    assert kept.records(1, name="none") == [] and len(kept.records(1, name=huts)) == 4


def test_a_store_compares_runs(command, store):
    kept = detm.Store(store)
    huts = kept.pages(2)[0].rule
    rows = command("store", "diff", 1, 2, "--key", "title", "--store", store, "-f", "ndjson")
    diff = kept.diff(1, 2, key="title")
    assert diff.changes == rows and [change["change"] for change in rows] == ["changed", "gone"]
    assert (diff.before, diff.after, diff.new, diff.gone, diff.changed, diff.same) == (1, 2, 0, 1, 1, 2)
    assert kept.diff("1", "last~2", key=("title",)) == diff
    assert kept.diff(name=huts, key=["title"]) == kept.diff(2, 3, key="title")
    (changed,) = [name for name in rows[0] if name + ".before" in rows[0]]
    ignored = kept.diff(1, 2, key="title", ignore=changed)
    assert (ignored.changed, ignored.same, ignored.gone) == (0, 3, 1)
    assert (kept.diff(2, 3).new, kept.diff(2, 3, ignore=[changed]).new, kept.diff(2, 3, all=True).new) == (2, 1, 0)
    assert kept.diff(1, 2, key="title", ignore_parameter=["sid", "t"]).changes == rows
    for error, call in [
        (detm.Nothing, lambda: kept.diff()),  # the last run is the first of its rule
        (detm.Nothing, lambda: kept.diff(1, 9)),
        (detm.Nothing, lambda: kept.pages(9)),
        (detm.Nothing, lambda: detm.Store(store.parent / "none.db")),
        (detm.Usage, lambda: kept.records("first")),
        (detm.Usage, lambda: kept.diff(1, 2, key="none")),
        (ValueError, lambda: kept.diff(1, 2, key=["a"] * 99)),
        (TypeError, lambda: kept.diff(1, 2, key=[1])),
    ]:
        with pytest.raises(error):
            call()


def response(url, body, kind="text/html", status="200 OK"):
    """A record of WARC."""
    http = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\r\n{body}".encode()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-02-03T10:00:00Z\r\n"
        f"Content-Type: application/http\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def test_a_wrong_type_of_an_option_names_it(examples):
    page = detm.Page.read(examples / "shop.html")
    wrapper = detm.Wrapper.learn(page)
    for call in (lambda: wrapper.apply(page, min_fit="high"), lambda: detm.extract(page, max_records="some")):
        with pytest.raises(TypeError, match="min_fit must|max_records .*str"):
            call()


def test_pages_of_some_urls_and_the_newest_captures(tmp_path):
    file = tmp_path / "crawl.ndjson"
    captures = [("/item/1", "2026-01-01", "One"), ("/item/2", "2026-03-01", "Two"), ("/about", "2026-01-01", "About")]
    captures += [("/item/1", "2026-02-01", "One again"), ("/item/2", "2026-02-01", "Two before")]
    lines = [{"url": f"https://a.example{url}", "fetched": day, "html": f"<h1>{text}</h1>"} for url, day, text in captures]
    file.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))

    def read(**options):
        pages = detm.pages(file, **options)
        return [detm.content(page).markdown.strip(" #\n") for page in pages], pages.skipped

    assert read() == (["One", "Two", "About", "One again", "Two before"], None)
    assert read(newest=True) == (["Two", "About", "One again"], "2 older than another capture")
    assert read(only_url="*/item/*", newest=True)[0] == ["Two", "One again"]
    assert read(only_url="*/about") == (["About"], "4 of another URL")
    with pytest.raises(detm.BadInput, match="4 of another URL|5 of another URL"):
        read(only_url="*/nothing")
    file.write_text(json.dumps({"html": '<h1>Links</h1><p>See <a href="next">the next page of all</a>.'}) + "\n")
    (page,) = detm.pages(file, base="https://b.example/x/")
    assert detm.links(page)[0]["url"] == "https://b.example/x/next"


def test_pages_of_an_archive(tmp_path, examples):
    shop = (examples / "shop.html").read_text()
    file = tmp_path / "crawl.warc.gz"
    file.write_bytes(
        gzip.compress(response("https://a.example/shop", shop))
        + gzip.compress(response("https://a.example/logo.png", "x", "image/png"))
        + gzip.compress(response("https://a.example/2", "<p>Two"))
    )
    pages = detm.pages(file)
    read = list(pages)
    assert [page.url for page in read] == ["https://a.example/shop", "https://a.example/2"]
    assert read[0].members == {"fetched": "2026-02-03T10:00:00Z"} and read[0].name == read[0].url
    assert pages.skipped == "1 not HTML" and pages.errors == []
    assert list(detm.extract(read[0])) == list(detm.extract(detm.Page(shop, "https://a.example/shop")))


def test_responses_of_json_in_an_archive_are_pages_on_demand(tmp_path):
    file = tmp_path / "crawl.warc"
    items = json.dumps([{"name": f"Item {n}", "price": n} for n in range(5)])
    file.write_bytes(
        response("https://a.example/1", "<p>One")
        + response("https://a.example/settings", '{"debug": false}', "application/json")
        + response("https://a.example/items", items, "application/json")
    )
    assert [page.url for page in detm.pages(file)] == ["https://a.example/1"]
    pages = detm.pages(file, data=True)
    _, data = pages
    assert data.url == "https://a.example/items" and pages.skipped == "1 data without records"
    assert [record["name"] for record in detm.extract(data)] == [f"Item {n}" for n in range(5)]


def test_pages_of_lines_of_json(tmp_path):
    file = tmp_path / "lines.ndjson"
    file.write_text('{"u": "https://a.example/1", "data": {"raw": "<p>One"}, "shop": 7}\n')
    (page,) = detm.pages(file, html_key="data.raw", url_key="u")
    assert page.url == "https://a.example/1" and page.members["shop"] == 7


def test_a_page_that_cannot_be_read_is_left_out_with_a_warning(tmp_path):
    file = tmp_path / "lines.ndjson"
    file.write_text('{"url": "https://a.example/1", "html": null}\n{"html": "<p>Two"}\n{"html": 3}\n{"html": "<p>Four"}\n')
    pages = detm.pages(file)
    with pytest.warns(UserWarning, match=r"lines.ndjson:1: "):
        assert len(list(pages)) == 2
    assert [error.line for error in pages.errors] == [1, 3]


def test_a_file_without_pages_is_an_error(tmp_path):
    file = tmp_path / "a.pdf"
    file.write_bytes(b"%PDF-1.7\n")
    with pytest.raises(detm.BadInput, match="PDF"):
        next(detm.pages(file))
    file.write_bytes(response("https://a.example/logo.png", "x", "image/png"))
    with pytest.raises(detm.BadInput, match="1 not HTML"):
        list(detm.pages(file))
    with pytest.raises(detm.BadFile, match="cannot be opened"):
        detm.pages(tmp_path / "nothing")
    with pytest.raises(detm.BadFile, match="folder"):
        detm.pages(tmp_path)


def test_threads_share_the_pages_of_a_file(tmp_path):
    file = tmp_path / "many.ndjson"
    file.write_text("".join(f'{{"url": "https://a.example/{n}", "html": "<p>{n}"}}\n' for n in range(200)))
    pages = detm.pages(file)
    urls = []

    def read():
        urls.extend(page.url for page in pages)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(urls) == sorted(f"https://a.example/{n}" for n in range(200))
