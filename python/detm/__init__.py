"""detm: records from web pages.

    import detm

    page = detm.Page(html, url="https://example.org/shop")   # bytes or str
    for page in detm.pages("crawl.warc.gz"): ...             # the pages in a file of any kind
    detm.extract(page).records                               # a list of dicts
    detm.extract(page).account()                             # what is in no column, and why
    wrapper = detm.Wrapper.learn([page])                     # for all pages of the site
    wrapper.apply(other_page).records
    detm.content(page).text                                  # the main text of an article
    detm.Library("rules").apply(page).records                # by the rule of a folder that fits best
    detm.Store().diff(key="title").changes                   # what is new since the last saved run

Options are keywords: help(detm.options).  Values are those that ``detm -f ndjson`` prints: texts,
lists of texts for lists, and numbers for the parts of typed values ("price.amount").  The library
works without the interpreter lock, so threads run in parallel.  A page is used by one thread at a
time: another thread waits.
"""

from __future__ import annotations

import html as _html
import json
import os
import threading
import warnings
import weakref
from collections import deque
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Deque,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from . import _detm, _table, options
from ._errors import BadFile, BadInput, Cancelled, Error, Limit, Misfit, NoMemory, Nothing, Usage
from .options import (
    ApplyOptions,
    ExtractOptions,
    LearnOptions,
    LibraryOptions,
    RegionOptions,
    RepairOptions,
    TemplateOptions,
    VerifyOptions,
    checked,
    names_of,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "AccountLine",
    "BadFile",
    "BadInput",
    "Cancelled",
    "Column",
    "Content",
    "Diff",
    "Drift",
    "Error",
    "Export",
    "Field",
    "Fields",
    "LeftOut",
    "Library",
    "Limit",
    "Match",
    "Misfit",
    "NoMemory",
    "Nothing",
    "Page",
    "Pages",
    "Record",
    "Region",
    "Repair",
    "Repaired",
    "Result",
    "Run",
    "SavedPage",
    "Store",
    "Template",
    "Usage",
    "Web",
    "Wrapper",
    "classify",
    "content",
    "export",
    "extract",
    "links",
    "options",
    "pages",
    "repair",
    "verify",
]

__version__: str = _detm.version

Record = Dict[str, Any]
"""The fields of a record, in the order of the page: a str, a list of str, or numbers of typed values."""

Example = Union[str, Sequence[str]]


_PAGE_FILES = tuple(
    "." + ending
    for ending in (
        "html htm xhtml shtml xml php asp aspx jsp mhtml mht txt warc wacz har json jsonl ndjson mbox eml webarchive "
        "zip tar tgz gz zst bz2 xz br"
    ).split()
)
"""The endings of files that people have pages in."""


def _is_url(name: str) -> bool:
    return name.lower().startswith(("http://", "https://", "www.")) and " " not in name


def _warn_of_locator(text: bytes) -> None:
    """Warns of a text that names a page instead of being one."""
    if len(text) > 2000 or b"<" in text or b"\n" in text:
        return
    name = text.decode("utf-8", "replace").strip()
    if _is_url(name):
        warnings.warn(
            f"'{name}' looks like a URL, not like HTML: detm fetches nothing; give the text of the page", stacklevel=3
        )
    elif name.lower().endswith(_PAGE_FILES):
        warnings.warn(
            f"'{name}' looks like the name of a file, not like HTML: detm.pages and detm.Page.read read files",
            stacklevel=3,
        )


class Page:
    """A web page.

    ``html`` is the page as bytes (the encoding is detected) or as str: HTML, not a file of pages such as
    WARC, MHTML or NDJSON, which raises BadInput: detm.pages reads them.  Links are resolved against
    ``url``.  ``name`` is the name of the page in messages, by default the URL.  ``encoding``
    overrides the detection.  A call for the page may take ``seconds`` of processor time (0 = no
    limit), and the page may have ``max_bytes`` (0 = 256 MiB) and ``max_nodes`` tags and texts (0 = 20 million);
    beyond them calls raise Limit.  Tags deeper than ``max_depth`` (0 = 512, which is the most) are siblings, and
    ``warning`` says so.

    ``members`` is what its file says of a page of detm.pages: {"fetched": "2026-02-03T10:00:00Z"} of WARC, the
    other members of a line of JSON.
    """

    __slots__ = ("_cut", "_page", "members", "name", "url")

    def __init__(
        self,
        html: Union[bytes, bytearray, memoryview, str],
        url: Optional[str] = None,
        *,
        name: Optional[str] = None,
        encoding: Optional[str] = None,
        seconds: float = 60,
        max_bytes: int = 0,
        max_nodes: int = 0,
        max_depth: int = 0,
    ) -> None:
        if isinstance(html, str):
            html, encoding = html.encode("utf-8", "replace"), "utf-8"
        elif not isinstance(html, bytes):
            try:
                html = bytes(memoryview(html))  # bytes(5) would be five zeros
            except TypeError:
                raise TypeError(
                    f"a page is bytes or str, not {type(html).__name__}: detm.Page.read and detm.pages read files"
                ) from None
        _warn_of_locator(html)
        self.url = url
        self.name = name or url or "-"
        self.members: Dict[str, Any] = {}
        self._cut = False
        self._page = _detm.Page(html, self.name, url, encoding, seconds, max_bytes, max_nodes, max_depth)

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]"], url: Optional[str] = None, **options: Any) -> "Page":
        """Reads a page from a file, whose path is its name."""
        options.setdefault("name", os.fspath(path))
        try:
            with open(path, "rb") as file:
                text = file.read()
        except OSError as error:
            if _is_url(str(path)):
                error.strerror = "is a URL, and detm fetches nothing: give the text of the page to detm.Page"
            raise
        return cls(text, url, **options)

    @property
    def encoding(self) -> str:
        """The encoding that the page was read in."""
        return self._page.encoding

    @property
    def wall(self) -> Optional[str]:
        """Why the page only blocks: "sign-in", "captcha" and so on (see Result), or None."""
        return self._page.wall

    @property
    def cut(self) -> bool:
        """Whether the page's end is missing: it ends within a tag or a script, or its file has only its first part."""
        return self._cut or self._page.cut

    @property
    def warning(self) -> Optional[str]:
        """How the page that was read differs from its source (nested too deeply), or None."""
        return self._page.warning

    def __repr__(self) -> str:
        return f"<detm.Page {self.name}>"


class Pages:
    """The pages in a file, one after the other: see detm.pages.

    ``errors`` has the errors of pages that could not be read so far.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"], **options: Any) -> None:
        self.errors: List[Error] = []
        self._given = self._warned = 0
        limits = ("encoding", "seconds", "max_bytes", "max_nodes", "max_depth", "base")
        self._limits = tuple(options[name] for name in limits)
        self._pages = _detm.open_pages(
            path, *(options[name] for name in ("html_key", "url_key", "max_bytes", "data", "only_url", "newest"))
        )

    def __iter__(self) -> "Pages":
        return self

    def __next__(self) -> Page:
        while True:
            try:
                found = _detm.next_page(self._pages, *self._limits)
            except Cancelled:
                raise
            except Error as error:
                self.errors.append(error)
                continue
            if self._given or found is not None:
                for left_out in self.errors[self._warned :]:
                    warnings.warn(f"a page is left out: {left_out}", stacklevel=2)
                self._warned = len(self.errors)
            if found is None:
                self._conclude()
                raise StopIteration
            self._given += 1
            page = Page.__new__(Page)
            page._page, page.name, page.url, members, page._cut = found
            page.members = json.loads(members) if members else {}
            return page

    def _conclude(self) -> None:
        """A file without a page is an error: the first of its own."""
        if self._given:
            return
        self._given = 1  # it is raised once
        raise self.errors[0] if self.errors else BadInput("has no page of HTML; skipped: " + (self.skipped or "nothing"))

    @property
    def skipped(self) -> Optional[str]:
        """What of the file is no page, counted by reason so far: "3 revisit, 40 not HTML"; None if nothing."""
        return _detm.pages_skipped(self._pages)


def pages(
    path: Union[str, "os.PathLike[str]"],
    *,
    html_key: Optional[str] = None,
    url_key: Optional[str] = None,
    encoding: Optional[str] = None,
    seconds: float = 60,
    max_bytes: int = 0,
    max_nodes: int = 0,
    max_depth: int = 0,
    data: bool = False,
    only_url: Optional[str] = None,
    newest: bool = False,
    base: Optional[str] = None,
) -> Pages:
    """Reads the pages in a file, one after the other.

        for page in detm.pages("crawl.warc.gz"):
            print(page.url, page.members.get("fetched"), len(detm.extract(page)))

    The file is HTML, MHTML, WARC, lines or an array of JSON, HAR, a mailbox, a web archive of Safari, ZIP (WACZ) or
    tar, also compressed; only one of its pages is in memory at a time.  ``html_key`` and ``url_key`` name the members
    of JSON that have the HTML and the URL ("data.html"); ``encoding``, ``seconds``, ``max_bytes``, ``max_nodes`` and
    ``max_depth`` are those of detm.Page.  With ``data`` responses of JSON and feeds in WARC and HAR are pages, too, if
    they have lists.  ``only_url`` is a pattern of the URLs of wanted pages ("*/item/*"); with ``newest`` only the newest
    capture of a URL is a page (the file is read twice); links are resolved against ``base``, by default the URL of the
    page.  A page that cannot be read is left out with a warning, and is in ``errors``; a file that has no page raises
    the error.  ``skipped`` counts what is no page.
    """
    return Pages(
        path,
        html_key=html_key,
        url_key=url_key,
        encoding=encoding,
        seconds=seconds,
        max_bytes=max_bytes,
        max_nodes=max_nodes,
        max_depth=max_depth,
        data=data,
        only_url=only_url,
        newest=newest,
        base=base,
    )


def _warnings_of(page: Page, wall: Optional[str]) -> List[Optional[str]]:
    """What of a page itself says that its result may lack something."""
    return [
        "the page is cut off: its end is missing" if page.cut else None,
        "the page only blocks (%s)" % wall if wall else None,
    ]


def _page_of(page: Page) -> "_detm.Page":
    if not isinstance(page, Page):
        raise TypeError(f"a detm.Page is needed, not {type(page).__name__}")
    return page._page


def _pages_of(pages: Union[Page, Iterable[Page]]) -> Iterator["_detm.Page"]:
    """The pages of a page or of an iterable of pages, one after another."""
    single = isinstance(pages, (Page, str, bytes)) or not hasattr(pages, "__iter__")
    return map(_page_of, (pages,) if single else pages)  # type: ignore[arg-type]


def _tuple_of(pages: Union[Page, Iterable[Page]]) -> Tuple["_detm.Page", ...]:
    return tuple(_pages_of(pages))


@dataclass(frozen=True)
class Column:
    """A column of a region: its name, its type ("text", "number", "price", "date", "url"), and whether it is a list."""

    name: str
    type: str
    list: bool


@dataclass(frozen=True)
class LeftOut:
    """What of a list is in no column, for one reason: how many texts, addresses and rows, and the first of them.

    In the records ``reason`` is "constant" (the same in all), "button", "label", "prefix", "unit" (cut from values,
    before and after them), "control" (of a form), "unplaced", "separator", "copy", "dead" (an address that leads
    nowhere), "hidden" or "unwanted" (other columns were chosen).  Beside them it is "row-heading", "row-total",
    "row-odd" (a note, or an element unlike the records), "row-foreign", "row-other-section", "row-empty", "hidden",
    "copy" or "outside-cut" (before the first record or after the last one).
    """

    reason: str
    count: int
    sample: str


@dataclass(frozen=True)
class AccountLine:
    """A text or an address of a list that is in no column, and why.

    ``region`` and ``record`` are numbers from 1; ``record`` is None for what is beside the records, as a row of totals,
    whose ``text`` is all of it.  ``column`` is the one that is left out, or from whose values it was cut, else None;
    ``reason`` as in LeftOut.  ``notable`` is False for what nobody misses: separators, copies, what is hidden or not
    wanted.  ``text`` is the URL if it is an ``address``; ``path`` is that of its element or text on the page.
    """

    region: int
    record: Optional[int]
    column: Optional[str]
    reason: str
    notable: bool
    address: bool
    text: str
    path: str


@dataclass(frozen=True)
class Region:
    """A list of records on a page.  Region 1 is the main one; ``path`` is that of the parent of its records.

    ``left_out`` counts what is in no column, for each reason; ``Result.account`` lists it.
    """

    number: int
    path: str
    score: float
    confidence: Optional[float]
    fit: Optional[float]
    domain: Optional[str]
    columns: List[Column]
    records: List[Record]
    left_out: List[LeftOut] = field(default_factory=list)


_first_use = threading.Lock()
_unread: "Deque[weakref.ref[Result]]" = deque()
_MOST_UNREAD = 16
"""Results whose account is made when it is asked for; they keep their pages in memory until then."""


def _note_unread(result: "Result") -> None:
    """Reads the account of an earlier result that is kept, if there are many."""
    _unread.append(weakref.ref(result))
    if len(_unread) > _MOST_UNREAD:
        _read_oldest()


def _read_oldest() -> None:
    try:
        oldest = _unread.popleft()
    except IndexError:  # another thread was faster
        return
    result = oldest()
    if result is None:
        return
    try:
        result._read_account()
    except Error as error:
        result._account = error  # the caller of account() gets it
    except (KeyboardInterrupt, MemoryError):
        _unread.append(oldest)
        raise


def _read_all() -> None:
    while _unread:
        _read_oldest()


def _edit(rule: "_detm.Rule", what: str, name: str, new: Optional[str]) -> None:
    """Edits a rule, of which no result may need the earlier state any more."""
    _read_all()
    _detm.edit(rule, what, name, new)


_UNEXPLAINED = "fits the wrapper but holds no record, and does not say that it is empty"


class Result:
    """The records of a page.

    ``confidence`` is the confidence that the records of the first region are the page's main ones,
    ``fit`` the share of the wrapper that the page has, ``missing`` the wanted fields that the page lacks, ``warning``
    says whether values may be missing.  ``empty`` says why a page that fits its wrapper has no records:
    "said" (the page says so), "learned" (so had a page that the wrapper was learned from),
    "unexplained" (they may be missing), or None.  ``wall`` says why a page only blocks and has no records:
    "sign-in", "consent", "captcha", "robot-check", "denied", "rate-limit", "not-found", "maintenance", "script", or
    None.  ``match`` is the rule of a library that was applied.  ``drifted`` says whether the page differs from those
    that the rule was learned from, so that the site may have changed: it lacks a field, or there are ``findings``,
    which are those of verify (see the option ``verify``).
    ``remarks`` are sentences on what is no defect: what of the list is in no column and might be missed ("1 row of
    the table is no record: 1 total"; ``account`` lists all of it), other tables of the page.
    ``explanation`` tells in lines of text why this list and these records were taken, if the option ``explain`` asks.
    """

    __slots__ = (
        "confidence",
        "drifted",
        "findings",
        "fit",
        "missing",
        "warning",
        "empty",
        "remarks",
        "match",
        "wall",
        "explanation",
        "__weakref__",
        "_account",
        "_count",
        "_found",
        "_records",
        "_regions",
        "_schema",
    )

    def __init__(self, page: Page, found: "_detm._Found", findings: bytes = b"", drift: str = "") -> None:
        """Of what the library found on a page; ``findings`` are lines of JSON, ``drift`` is their text."""
        self._found: Optional[_detm.Records] = found[0]
        self._count, self.confidence, self.fit, missing = found[1:5]  # records of the main region, None without one
        self._account: Union[_detm.Account, bytes, Error]
        self.warning, self.empty, remarks, account, self.wall, self.explanation = found[5:]
        self._account = account if account is not None else b""
        self.remarks: Tuple[str, ...] = tuple(remarks)
        self.missing: Tuple[str, ...] = tuple(missing.split(", ")) if missing else ()
        notes = [self.warning, *_warnings_of(page, self.wall)]
        nothing = self.fit is None and self._count is None  # extract finds no list
        if nothing and not self.wall and not remarks:
            notes.append("the page has no list of records, or not the one that was asked for")
        elif self.empty == "unexplained":
            notes.append(_UNEXPLAINED)
        elif self.missing and not self.wall:
            notes.append("no record has %s; has the site changed?" % ", ".join(self.missing))
        notes.append(drift)
        self.findings = _findings(findings)
        self.drifted = bool(self.findings)
        self.warning = "; ".join(filter(None, notes)) or None
        self._records: Optional[List[List[Record]]] = None  # of each region
        self._regions: Optional[List[Region]] = None
        self.match: Optional[Match] = None
        self._schema: Optional[bytes] = None  # of typed records, by their rule
        if account is not None:
            _note_unread(self)

    @property
    def regions(self) -> List[Region]:
        """The lists of records, ranked; they are made at the first use."""
        found, regions = self._found, self._regions  # read in this order: another thread may make the regions
        if regions is None:
            assert found is not None
            regions = []
            for properties, rows in zip(_detm.regions(found), self._records_of_all()):
                number, path, score, confidence, fit, domain, names, left = properties
                columns = [Column(*column) for column in names]
                left_out = [LeftOut(*sums) for sums in left]
                regions.append(Region(number, path, score, confidence, fit, domain, columns, rows, left_out))
            with _first_use:  # of several threads, what the first one made is kept
                if self._regions is None:
                    self._regions = regions
            regions = self._regions
            self._found = None
        return regions

    def _records_of_all(self) -> List[List[Record]]:
        """The dicts of each region, which are made at the first use."""
        found, records = self._found, self._records
        if records is None:
            assert found is not None
            records = _detm.rows(found)
            with _first_use:
                if self._records is None:
                    self._records = records
            records = self._records
        return records

    def __getstate__(self) -> Any:
        """The members, for pickle: the records as dicts."""
        self._regions = self.regions
        self._read_account()
        return None, {name: getattr(self, name) for name in self.__slots__ if name != "__weakref__"}

    @property
    def records(self) -> List[Record]:
        """The records of the main region, [] if the page has none."""
        return self._records_of_all()[0] if self._count is not None else []

    @property
    def left_out(self) -> List[LeftOut]:
        """What of the main region is in no column, for each reason, [] if the page has no region."""
        return self.regions[0].left_out if self._count is not None else []

    def _read_account(self) -> bytes:
        """The account as NDJSON."""
        account = self._account
        if isinstance(account, Error):
            raise account
        if not isinstance(account, bytes):
            self._account = account = _detm.read_account(account)
        return account

    def account(self) -> List[AccountLine]:
        """Everything that the lists show and no column has, with its reason: in the order of the records, then what
        is beside them.  What the name of a column says is not included.  [] for content, links and templates.  It is
        made when it is asked: of the last 16 results, those that are kept keep their pages in memory until then."""
        return [
            AccountLine(
                line["region"],
                line.get("record"),
                line.get("column"),
                line["reason"],
                line.get("notable", False),
                "address" in line,
                line["address"] if "address" in line else line["text"],
                line["path"],
            )
            for line in _lines_of(self._read_account())
        ]

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return self._count or 0

    @overload
    def __getitem__(self, at: int) -> Record: ...

    @overload
    def __getitem__(self, at: slice) -> List[Record]: ...

    def __getitem__(self, at: Union[int, slice]) -> Union[Record, List[Record]]:
        return self.records[at]

    def _known(self) -> List[_table.Kind]:
        """The columns that the records have in any case: with typed values, those of the rule."""
        if self._schema is not None:
            return _table.columns_of_schema(self._schema)
        if self._count is None:
            return []
        return [(column.name, False, column.list) for column in self.regions[0].columns]

    def to_pandas(self) -> Any:
        """The records as a pandas.DataFrame: all columns of the region, each with one type."""
        return _table.pandas_of(self.records, self._known())

    def to_polars(self) -> Any:
        """The records as a polars.DataFrame."""
        return _table.polars_of(self.records, self._known())

    def to_arrow(self) -> Any:
        """The records as a pyarrow.Table."""
        return _table.table_of(self.records, self._known())

    def to_parquet(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the records to a Parquet file; needs pyarrow."""
        import pyarrow.parquet

        pyarrow.parquet.write_table(self.to_arrow(), os.fspath(path))

    def _repr_html_(self) -> str:
        """The first records as a table, for notebooks."""
        most = 50
        names = [kind[0] for kind in _table.columns_of(self.records, self._known())]

        def row(tag: str, cells: Iterable[Any]) -> str:
            texts = (", ".join(map(str, cell)) if isinstance(cell, list) else str(cell) for cell in cells)
            return "<tr>" + "".join(f"<{tag}>{_html.escape(text)}</{tag}>" for text in texts) + "</tr>"

        rows = "".join(row("td", (record.get(name, "") for name in names)) for record in self.records[:most])
        more = f"<p>{len(self)} records</p>" if len(self) > most else ""
        return f"<table><thead>{row('th', names)}</thead><tbody>{rows}</tbody></table>{more}"

    def __repr__(self) -> str:
        return f"<detm.Result of {len(self)} records>"


def _lines_of(text: bytes) -> List[Record]:
    """Reads NDJSON."""
    return [json.loads(line) for line in text.split(b"\n") if line]


_MARKS = {"@page", "@region", "@record", "@template", "@confidence", "@fit", "@quality", "@fallback"}


def _rows(text: bytes) -> List[Record]:
    """Reads NDJSON without the keys that describe the record."""
    return [{key: value for key, value in row.items() if key not in _MARKS} for row in _lines_of(text)]


def _findings(text: bytes) -> List[Record]:
    """Reads what has drifted on which page."""
    pages = [row["@page"] for row in _lines_of(text)]
    return [{"page": page, **row} for page, row in zip(pages, _rows(text))]


def _only_row(found: "_detm._Found") -> Record:
    rows = [row for region in _detm.rows(found[0]) for row in region]
    return rows[0] if rows else {}


def extract(page: Page, **options: Unpack[ExtractOptions]) -> Result:
    """Finds the list of records on a page, learns its structure and returns the records.

    The options are those of ExtractOptions: ``help(detm.options)``.  A page without records gives a
    result without regions.
    """
    return Result(page, _detm.extract(_page_of(page), checked("extract", ExtractOptions, options)))


class Field:
    """A field of a wrapper or template.  Setting ``name``, ``wanted``, ``type`` or ``require`` changes the rule."""

    __slots__ = ("_fields", "_name", "_require", "_type", "list", "unsure", "_wanted")

    def __init__(
        self, fields: "Fields", name: str, type: str, wanted: int, unsure: int, list: int, require: Optional[str]
    ) -> None:
        self._fields = fields
        self._name = name
        self._wanted = bool(wanted)
        self._type = type
        self.unsure = bool(unsure)
        self.list = bool(list)
        self._require = require

    @property
    def name(self) -> str:
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        _edit(self._fields._rule, "rename", self._name, name)
        self._name = name

    @property
    def wanted(self) -> bool:
        """Whether results have the field."""
        return self._wanted

    @wanted.setter
    def wanted(self, wanted: bool) -> None:
        if wanted != self._wanted:
            _edit(self._fields._rule, "want" if wanted else "unwant", self._name, None)
        self._wanted = wanted

    @property
    def type(self) -> str:
        """The type of its values: "text", "number", "price", "date" or "url".  A template's cannot be set."""
        return self._type

    @type.setter
    def type(self, type: str) -> None:
        _edit(self._fields._rule, "type", self._name, type)
        self._type = type

    @property
    def require(self) -> Optional[str]:
        """What pages must keep, or else ``Result.drifted`` is True: the share of the records that have the field
        ("95%"), the type of its values ("number", "price", "date" or "url"), or both ("95% number"); None = nothing.
        """
        return self._require

    @require.setter
    def require(self, rule: Optional[str]) -> None:
        _edit(self._fields._rule, "require", self._name, f"{self._name}: {'0%' if rule is None else rule}")
        self._require = self._fields[self._name]._require

    def __repr__(self) -> str:
        return f"<detm.Field {self._name}: {self._type}>"


class Fields(Mapping[str, Field]):
    """The fields of a wrapper or template by name, in the order of its results.

    ``del fields["name"]`` leaves a field out of the results.
    """

    __slots__ = ("_rule",)

    def __init__(self, rule: "_detm.Rule") -> None:
        self._rule = rule

    def _all(self) -> List[Field]:
        return [Field(self, *properties) for properties in _detm.fields(self._rule)]

    def __getitem__(self, name: str) -> Field:
        for field in self._all():
            if field.name == name:
                return field
        raise KeyError(name)

    def __delitem__(self, name: str) -> None:
        self[name]
        _edit(self._rule, "unwant", name, None)

    def __iter__(self) -> Iterator[str]:
        return iter([field.name for field in self._all()])

    def __len__(self) -> int:
        return len(_detm.fields(self._rule))


def _fitting(result: Result, page: Page, kind: str) -> Result:
    """The result of a rule of this kind, if the page fits it; it has drifted if a field of a wrapper is missing."""
    if result._count is not None:
        lacks = bool(result.missing) and result.wall is None and result.empty is None
        result.drifted = result.drifted or (kind == "wrapper" and lacks)
        return result
    text = "does not fit" if result.fit is None else f"does not fit (fit {result.fit:.2f})"
    misfit = Misfit(text + (", missing: " if result.missing else "") + ", ".join(result.missing), page.name)
    misfit.fit, misfit.missing = result.fit, result.missing
    raise misfit


class _Saved:
    """What wrappers and templates have in common."""

    __slots__ = ("_rule",)
    _template = False

    def __init__(self, rule: "_detm.Rule") -> None:
        self._rule = rule

    @property
    def fields(self) -> Fields:
        """The fields, to rename them or leave them out."""
        return Fields(self._rule)

    @property
    def columns(self) -> List[str]:
        """The names of the fields that results have, in their order."""
        return [field.name for field in self.fields.values() if field.wanted]

    @property
    def xml(self) -> bytes:
        """The XML of the file."""
        return _detm.save(self._rule)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the file, which the command and the library read, too."""
        with open(path, "wb") as file:
            file.write(self.xml)

    @classmethod
    def from_xml(cls, xml: bytes, name: str = "rule") -> Any:
        """Makes the wrapper or template of its XML; ``name`` is used in messages."""
        return cls(_detm.load(xml, name, cls._template))

    def _apply(self, page: Page, given: Dict[str, Any]) -> Result:
        kind = "template" if self._template else "wrapper"
        result = _fitting(Result(page, *_detm.apply(self._rule, _page_of(page), given)), page, kind)
        if given.get("typed"):
            plain = given.get("field_names") == options.WORDS["field_names"].index("plain")
            result._schema = _detm.schema(self._rule, _SCHEMAS.index("json-schema"), "records", plain)
        return result

    def __repr__(self) -> str:
        return f"<detm.{type(self).__name__} of {', '.join(self.columns)}>"

    def __reduce__(self) -> Any:
        return type(self).from_xml, (self.xml,)


class Wrapper(_Saved):
    """A wrapper: the structure of the lists of a site, learned from sample pages.

    ``confidence`` is the mean confidence that the main lists of the sample pages were found, 0 to 1;
    None if the wrapper was loaded, or learned from examples or chosen records.

    It can be pickled.  Threads may share it, but its fields must not be edited meanwhile.
    """

    __slots__ = ("notices", "confidence")
    notices: List[str]
    confidence: Optional[float]

    def __init__(self, rule: "_detm.Rule", notices: Iterable[str] = (), confidence: Optional[float] = None) -> None:
        super().__init__(rule)
        self.notices = list(notices)
        self.confidence = confidence

    @classmethod
    def learn(
        cls,
        pages: Union[Page, Iterable[Page]],
        examples: Optional[Mapping[str, Example]] = None,
        /,
        *,
        fields: Union[Mapping[str, Example], Example, None] = None,
        **options: Any,
    ) -> "Wrapper":
        """Learns a wrapper from sample pages of a site, one of which may be without records.

        Without examples it reads the main list of the pages.  An example gives a field its name and
        its value in one record of the first page, as it is visible: ``price="€ 11.20"``; several
        values of the same record are examples of a list.  Then the list is that of the examples,
        and ``also_others`` adds its other fields.  A name that is not a word of Python, or is that of
        an option, is in a dict: ``learn(page, {"3P%": "33.1"})``, or ``fields=``.  The options are those of
        LearnOptions: ``help(detm.options)``; any other keyword is an example.
        ``notices`` says in words which examples were not found, or may mean something else.  Raises
        Nothing if no page has records, or no example was found.
        """
        parsed = _tuple_of(pages)
        if not isinstance(examples, (Mapping, type(None))):
            raise TypeError(f"an example has a name: learn(page, {{'title': {examples!r}}})")
        known = names_of(LearnOptions)
        named = {name: value for name, value in options.items() if name not in known}
        named = {**(examples or {}), **_examples_of("fields", fields), **named}
        given = tuple((name, value, 0) for name, value in _pairs(named))
        taken = {name: value for name, value in options.items() if name in known}
        return cls(*_detm.learn_wrapper(parsed, given, (), checked("learn", LearnOptions, taken)))

    @classmethod
    def learn_region(
        cls,
        pages: Union[Page, Iterable[Page]],
        region: Union[str, int],
        **options: Unpack[RegionOptions],
    ) -> "Wrapper":
        """Learns a wrapper of a list that is not the main one, by its path or number on the first page.

        The path is ``Region.path``, the number ``Region.number``, of ``extract(page, regions=0)``.
        ``notices`` says in words how the records of the wrapper still differ from that list, and what
        may be wrong on other pages.  The options are those of RegionOptions: ``help(detm.options)``.
        Raises Nothing if the first page has no such list.
        """
        given = {**checked("learn_region", RegionOptions, options), "region": str(region)}
        return cls(*_detm.learn_wrapper(_tuple_of(pages), (), (), given))

    @classmethod
    def learn_records(
        cls,
        pages: Union[Page, Iterable[Page]],
        records: Iterable[Tuple[str, int, int]],
        **options: Unpack[RegionOptions],
    ) -> "Wrapper":
        """Learns a wrapper of exactly these records of the first page.

        A record is the path of a parent and the numbers (from 0) of the first and the last of its
        children that are the record: ``("/html/body/ul", 0, 1)``.  ``notices`` says in words how the
        records of the wrapper still differ, and what may be wrong on other pages.  The options are
        those of RegionOptions: ``help(detm.options)``.  Raises Usage if the page has no such children,
        Misfit if no wrapper has these records.
        """
        given = tuple(records)
        if not given:
            raise Usage("no record was given: give at least one")
        taken = checked("learn_records", RegionOptions, options)
        return cls(*_detm.learn_wrapper(_tuple_of(pages), (), given, taken))

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "Wrapper":
        """Reads a file of ``save`` or of ``detm learn``."""
        with open(path, "rb") as file:
            return cls.from_xml(file.read(), os.fspath(path))

    @classmethod
    def from_xml(cls, xml: bytes, name: str = "wrapper") -> "Wrapper":
        """Makes the wrapper of its XML; ``name`` is used in messages."""
        made: Wrapper = super().from_xml(xml, name)
        return made

    def apply(self, page: Page, **options: Unpack[ApplyOptions]) -> Result:
        """Extracts the records of a page of the site; raises Misfit if the page does not fit.

        The options are those of ApplyOptions: ``help(detm.options)``.  ``Result.drifted`` says whether
        the site may have changed.
        """
        return self._apply(page, checked("apply", ApplyOptions, options))

    def set_title(self, name: str) -> None:
        """Makes a field the title: it is then called "title"."""
        _edit(self._rule, "title", name, None)

    def merge(self, names: Iterable[str], new_name: str) -> None:
        """Makes one field of two or more: their values are joined where they follow one another, else a list."""
        _read_all()
        _detm.merge(self._rule, tuple(names), new_name)


class Template(_Saved):
    """A template: the fields of pages about one thing, learned from examples.  It can be pickled."""

    __slots__ = ("lost",)
    _template = True
    lost: List[Tuple[str, str]]

    @classmethod
    def learn(
        cls,
        page: Union[Page, Iterable[Tuple[Page, Mapping[str, Example]]]],
        *,
        fields: Union[Mapping[str, Example], Example, None] = None,
        exactly: bool = False,
        **values: Example,
    ) -> "Template":
        """Learns a template from a page and the values of its fields, as they are visible.

        ``Template.learn(page, price="$24.50", authors=["A", "B"])``; two or more values are examples
        of a list (``exactly``: they are the whole list).  Several samples are pairs of a page and a
        dict of its values.  A name that is not a word of Python, or is that of an argument, is in a dict:
        ``learn(page, fields={"exactly": "212"})``.  ``lost`` lists values that were not found; raises Nothing if all were.
        """
        if not isinstance(exactly, bool):
            raise TypeError("exactly is True or False; for a field of that name give fields={'exactly': ...}")
        values = {**_examples_of("fields", fields), **values}
        if values and not isinstance(page, Page):
            raise TypeError("several samples are pairs of a page and a dict of its values: no other values are taken")
        pairs = [(page, values)] if isinstance(page, Page) else list(page)
        samples = tuple((_page_of(sample), tuple(_pairs(given))) for sample, given in pairs)
        rule, lost = _detm.learn_template(samples, None, exactly)
        made = cls(rule)
        made.lost = lost
        return made

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "Template":
        """Reads a file of ``save`` or of ``detm template``."""
        with open(path, "rb") as file:
            return cls.from_xml(file.read(), os.fspath(path))

    @classmethod
    def from_xml(cls, xml: bytes, name: str = "template") -> "Template":
        """Makes the template of its XML; ``name`` is used in messages."""
        made: Template = super().from_xml(xml, name)
        made.lost = []
        return made

    @classmethod
    def stock(cls, name: str) -> "Template":
        """A template that comes with detm: "article", "product", "opengraph" ... (``stock_names``)."""
        xml = _detm.stock(name)
        if xml is None:
            raise Usage(f"no stock template '{name}': there are {', '.join(cls.stock_names())}")
        return cls.from_xml(xml, name)

    @staticmethod
    def stock_names() -> List[str]:
        """The names of the templates that come with detm."""
        return _detm.stock_names()

    def apply(self, page: Page, **options: Unpack[TemplateOptions]) -> Result:
        """Extracts the record of a page; raises Misfit if the page does not fit.

        The options are those of TemplateOptions: ``help(detm.options)``.
        """
        return self._apply(page, checked("apply", TemplateOptions, options))


def _examples_of(name: str, given: Union[Mapping[str, Example], Example, None]) -> Dict[str, Example]:
    """The examples of an argument that is a dict; anything else is the example of a field that is called like it."""
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else {name: given}


def _pairs(examples: Mapping[str, Example]) -> Iterator[Tuple[str, str]]:
    """Pairs of names and values; a list gives several."""
    for name, values in examples.items():
        for value in [values] if isinstance(values, str) else values:
            yield name, value


@dataclass(frozen=True)
class Content:
    """The content of a page: its main text (``xml``: with its markup), and what the page says about it.

    ``quality``, 0 to 1, is the expected F1 of the words of the text; None if a page has none.  ``wall`` says why
    a page only blocks and has no text of its own (see Result), or None.  ``warning`` says that the text may be another
    or lack something, or is None.
    """

    title: Optional[str]
    date: Optional[str]
    author: Optional[str]
    breadcrumb: List[str]
    keywords: List[str]
    text: str
    xml: str
    quality: Optional[float]
    wall: Optional[str] = None
    warning: Optional[str] = None

    @property
    def markdown(self) -> str:
        """The main text as Markdown."""
        return _detm.markdown(self.xml)


def content(page: Page, *, text_only: bool = False) -> Content:
    """Finds the main text of a page, and its title, date (ISO 8601), author, breadcrumb and keywords.

    ``text_only`` finds only the text.  A page without text gives "".
    """
    found, xml, quality = _detm.content(_page_of(page), text_only)
    row = _only_row(found)
    return Content(
        row.get("title"),
        row.get("date"),
        row.get("author"),
        row.get("breadcrumb", []),
        row.get("keywords", []),
        row.get("text", ""),
        xml,
        quality,
        found[9],
        "; ".join(filter(None, _warnings_of(page, found[9]))) or None,
    )


def links(page: Page, *, all: bool = False, images: bool = False, words: int = 10) -> List[Record]:
    """The links of a page, each a dict with its url, texts, place, heading and the words around it.

    ``all`` includes javascript: and the like, ``images`` pictures; ``words`` is the number of words
    before and after the link in "around".
    """
    return Result(page, _detm.links(_page_of(page), all, images, words)).records


def classify(page: Page) -> Record:
    """The kind of a page ("topic", "list", "navigation" or "wall") with the figures that decide."""
    return _only_row(_detm.classify(_page_of(page)))


@dataclass(frozen=True)
class Drift:
    """Whether a wrapper or template still fits its site.

    ``findings`` are dicts with page, field, change, before, now, to and confidence; the page
    "(all pages)" stands for all of several pages together.  ``pages`` is the number of pages that
    were compared; ``walls`` says of each page that only blocks, and cannot be compared, why: "captcha".
    """

    drifted: bool
    pages: int
    findings: List[Record]
    walls: List[Tuple[str, str]]


def verify(
    rule: Union[Wrapper, Template], pages: Union[Page, Iterable[Page]], **options: Unpack[VerifyOptions]
) -> Drift:
    """Compares the values of pages with those of the pages that a wrapper or template was learned from.

    Pages are read one after another, so a generator of any length takes constant memory.  The
    options are those of VerifyOptions: ``help(detm.options)``.  Raises Usage if the rule keeps no
    values of past pages, and ValueError if there are no pages.
    """
    given = checked("verify", VerifyOptions, options)
    lines, drifted, count, past, walls = _detm.verify(rule._rule, _pages_of(pages), given)
    if past == 0:
        raise Usage("the rule has no <profile>, so there is nothing to compare with: learn it again")
    if count == 0 and not walls:
        raise ValueError("no pages")
    return Drift(drifted != 0, count, _findings(lines), walls)


@dataclass(frozen=True)
class Repaired:
    """What became of a field: ``fate`` is "carried" (the new rule has it, with the same name), "unsure" (carried, but
    it may be another field: compare its values), "lost" (wanted, but not found) or "new".  ``confidence`` is that it
    is the same field, ``before`` and ``now`` are an old value and one of the pages; None = unknown."""

    name: str
    fate: str
    confidence: Optional[float]
    before: Optional[str]
    now: Optional[str]


@dataclass(frozen=True)
class Repair:
    """A wrapper or template that was learned again, and what became of its fields."""

    rule: Union[Wrapper, Template]
    fields: List[Repaired]


def repair(
    rule: Union[Wrapper, Template], pages: Union[Page, Iterable[Page]], **options: Unpack[RepairOptions]
) -> Repair:
    """Learns a wrapper or template again from pages of a site that has changed, with the old names of its fields.

    A rule that still reads the pages as well as any other stays as it is.  More pages give a more
    reliable result.  The options are those of RepairOptions: ``help(detm.options)``.  Raises Nothing
    if no field was found again.
    """
    xml, fates = _detm.repair(rule._rule, _tuple_of(pages), checked("repair", RepairOptions, options))
    return Repair(type(rule).from_xml(xml), [Repaired(*fate) for fate in fates])


_SCHEMAS = ("json-schema", "sql", "pydantic", "arrow")
_FORMATS = ("xpath", "css", "parsel", "crawl4ai", "xslt")


@dataclass(frozen=True)
class Export:
    """Selectors for another program.  ``left_out`` has pairs of a field (None = the records) and the reason."""

    text: str
    left_out: List[Tuple[Optional[str], str]]


def export(
    wrapper: Union[Wrapper, Template],
    format: str = "xpath",
    pages: Union[Page, Iterable[Page]] = (),
    *,
    table: str = "records",
    plain_names: bool = False,
) -> Export:
    """A wrapper as selectors: "xpath" or "css" (JSON), "parsel" (a Python module), "crawl4ai" (a schema) or "xslt".

    The selectors are tried on the pages, and fields for which they find other values are left out.
    Raises Nothing if no selector finds the records.

    The schema of the typed records of a wrapper or template is "json-schema", "sql" (CREATE TABLE with the name
    ``table``), "pydantic" or "arrow" (Python modules); ``plain_names`` as in apply with field_names="plain".
    """
    if format in _SCHEMAS:
        return Export(_detm.schema(wrapper._rule, _SCHEMAS.index(format), table, plain_names).decode(), [])
    if format not in _FORMATS:
        raise ValueError(f"unknown format: '{format}'; the formats are {', '.join(_FORMATS + _SCHEMAS)}")
    if isinstance(wrapper, Template):
        raise TypeError("selectors are those of a wrapper; the XPath of a template is in its xml")
    text, left_out = _detm.export(wrapper._rule, _tuple_of(pages), _FORMATS.index(format))
    return Export(text.decode(), left_out)


@dataclass(frozen=True)
class Match:
    """A wrapper or template of a library that fits a page: its ``file`` below the folder, its ``kind`` ("wrapper" or
    "template"), its domain, and how well it fits, 0 to 1."""

    file: str
    kind: str
    domain: Optional[str]
    score: float


class Library:
    """A folder of wrappers and templates, NAME.xml and DOMAIN/NAME.xml, as ``detm apply -L`` reads it.

    Threads may share it.  Thousands of rules are as fast as a few: an index is kept in the folder.
    """

    __slots__ = ("folder", "_library")

    def __init__(self, folder: Union[str, "os.PathLike[str]"]) -> None:
        self.folder = os.fspath(folder)
        self._library = _detm.open_library(self.folder)

    def __len__(self) -> int:
        return _detm.library_state(self._library)[0]

    @property
    def faults(self) -> List[BadFile]:
        """Files that could not be loaded."""
        return [BadFile(*fault) for fault in _detm.library_state(self._library)[1]]

    def match(self, page: Page, most: int = 5) -> List[Match]:
        """The rules that fit a page, the best first, at most ``most``."""
        return [Match(*found) for found in _detm.match(self._library, _page_of(page), most)]

    def apply(self, page: Page, **options: Unpack[LibraryOptions]) -> Result:
        """Extracts the records of a page by the rule that fits it best, which is the result's ``match``.

        Raises Misfit if no rule has ``min_score``; the options are those of LibraryOptions:
        ``help(detm.options)``.
        """
        given = checked("apply", LibraryOptions, options)
        found, findings, drift, best = _detm.apply_library(self._library, _page_of(page), given)
        match = Match(*best)
        result = _fitting(Result(page, found, findings, drift), page, match.kind)
        result.match = match
        return result

    def __repr__(self) -> str:
        return f"<detm.Library of {len(self)} rules in {self.folder}>"


@dataclass(frozen=True)
class Run:
    """A run that was saved: its number, when it began ("2026-11-22T01:20:00Z"), the command, and how much it found."""

    number: int
    time: str
    command: Optional[str]
    pages: int
    records: int


@dataclass(frozen=True)
class SavedPage:
    """A page of a run: the rule that was applied with its version (0 = unknown), how well the page fitted it, why it
    has no records (``problem``), and how many it has; None = unknown."""

    name: Optional[str]
    url: Optional[str]
    rule: Optional[str]
    rule_version: int
    fit: Optional[float]
    problem: Optional[str]
    records: int


@dataclass(frozen=True)
class Diff:
    """The differences of two runs, whose numbers are ``before`` and ``after``.

    ``new``, ``gone``, ``changed`` and ``same`` are numbers of records.  ``changes`` are the new and changed records,
    then those that are gone, each with "change"; in a changed one the old values of a field are in NAME.before.
    """

    before: int
    after: int
    new: int
    gone: int
    changed: int
    same: int
    changes: List[Record]


_Words = Union[str, Iterable[str]]


def _words(words: _Words) -> Tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


class Store:
    """The runs that ``detm extract --save`` and others kept in a store, by default in the user's.

    ``seconds`` is how long a call waits for another program that writes.  Raises Nothing if there is
    no such store.  A run is named by its number, "last", or "last~1", the one before; a rule by its
    name or hash.  Threads may share the store: a call waits for another one.
    """

    __slots__ = ("_store",)

    def __init__(self, file: Union[str, "os.PathLike[str]", None] = None, *, seconds: float = 10) -> None:
        self._store = _detm.open_store(None if file is None else os.fspath(file), seconds)

    @property
    def file(self) -> str:
        """The file of the store."""
        return _detm.store_file(self._store)

    def runs(self, name: Optional[str] = None) -> List[Run]:
        """The runs in their order; with the ``name`` of a rule those with a page that was read by it."""
        return [Run(*run) for run in _detm.store_runs(self._store, name)]

    def pages(self, run: Union[str, int] = "last") -> List[SavedPage]:
        """The pages of a run in their order, also those without records."""
        return [SavedPage(*page) for page in _detm.store_pages(self._store, str(run))]

    def records(self, run: Union[str, int] = "last", *, name: Optional[str] = None) -> List[Record]:
        """The records of a run, of the pages that were read by the rule ``name``, or of all.

        They have the keys of ``detm store records -f ndjson``: beside the fields "@page", "@region" ...
        """
        return _lines_of(_detm.store_records(self._store, str(run), name))

    def diff(
        self,
        before: Union[str, int, None] = None,
        after: Union[str, int, None] = None,
        *,
        key: _Words = (),
        ignore: _Words = (),
        ignore_parameter: _Words = (),
        name: Optional[str] = None,
        all: bool = False,
    ) -> Diff:
        """Compares two runs: by default the last one (of the rule ``name``) and the one before it of its rule.

        Records with the same values in the fields ``key`` are the same, which may have changed;
        without it they are the same if all values are.  ``ignore`` are fields that are not compared,
        ``ignore_parameter`` parameters of addresses.  With ``all`` new is what no earlier run has, not
        only what ``before`` lacks.  Raises Nothing if there are no such runs.
        """
        first, last = (None if run is None else str(run) for run in (before, after))
        keys, ignored, parameters = map(_words, (key, ignore, ignore_parameter))
        counts, changes = _detm.store_diff(self._store, first, last, keys, ignored, parameters, name, all)
        return Diff(*counts, _lines_of(changes))

    def __repr__(self) -> str:
        return f"<detm.Store {self.file}>"


class Web:
    """Pages that were fetched and the URLs that they link to, ranked by a topic: what to fetch next.

    ``topic`` is a text of the topic, a sample page, or several of them.  A page with a cosine of
    ``min_relevance`` to the topic is relevant; 0.1 is better for a text of a few words.  ``saved`` is
    what ``save`` gave for the same topic.
    """

    __slots__ = ("_web",)

    def __init__(
        self,
        topic: Union[str, Page, Iterable[Union[str, Page]]],
        *,
        min_relevance: float = 0.25,
        saved: Optional[bytes] = None,
    ) -> None:
        items = (topic,) if isinstance(topic, (str, Page)) else topic
        texts = tuple(item._page if isinstance(item, Page) else item.encode("utf-8", "replace") for item in items)
        self._web = _detm.new_web(texts, saved, min_relevance)

    def add(self, page: Page, url: Optional[str] = None, type: Optional[str] = None) -> None:
        """Adds a page that was fetched from ``url``, by default that of the page; ``type`` is its content type."""
        _detm.add_page(self._web, _page_of(page), url or page.url, type)

    def rank(self, top: int = 0, *, fetched: Optional[bool] = None) -> List[Record]:
        """Ranks again and returns the ``top`` URLs (0 = all), the highest ranked first.

        Each is a dict with url, rank, relevance, relevant, fetched, page and links-in.  ``fetched``
        chooses those of pages that were added (True), or the others (False).
        """
        part = 0 if fetched is None else 1 if fetched else 2
        rows = _rows(_detm.rank_web(self._web, part, top))
        for row in rows:
            row.update(rank=float(row["rank"]), relevance=float(row["relevance"]))
            row["links-in"] = int(row["links-in"])
        return rows

    def save(self) -> bytes:
        """The web as bytes, to continue later."""
        return _detm.save_web(self._web)
