from typing import Any, Iterator, List, Optional, Tuple, Union, final

version: str

_Column = Tuple[str, str, bool]
_LeftOut = Tuple[str, int, str]
_Region = Tuple[
    int, str, float, Optional[float], Optional[float], Optional[str], int, List[_Column], List[_LeftOut]
]
_Match = Tuple[str, str, Optional[str], float]
_Found = Tuple[
    bytes,
    List[_Region],
    Optional[float],
    Optional[float],
    Optional[str],
    Optional[str],
    Optional[str],
    List[str],
    bytes,
    Optional[str],
]

@final
class Page:
    encoding: str
    warning: Optional[str]
    wall: Optional[str]
    cut: bool
    def __new__(
        cls, html: bytes, name: Optional[str], base: Optional[str], encoding: Optional[str], seconds: float, max_bytes: int
    ) -> Page: ...

@final
class Rule: ...

@final
class Library: ...

@final
class Web: ...

def extract(
    page: Page,
    regions: int,
    domain: Optional[str],
    all_columns: bool,
    typed: bool,
    date: Optional[str],
    region: Optional[str],
    totals: bool,
    names: int,
    /,
) -> _Found: ...
def links(page: Page, all: bool, images: bool, words: int, /) -> _Found: ...
def classify(page: Page, /) -> _Found: ...
def content(page: Page, text_only: bool, /) -> Tuple[_Found, str, Optional[float]]: ...
def markdown(markup: str, /) -> str: ...
def learn_wrapper(
    pages: Tuple[Page, ...],
    examples: Tuple[Tuple[str, str, int], ...],
    also_others: bool,
    all_columns: bool,
    domain: Optional[str],
    region: Optional[str],
    records: Tuple[Tuple[str, int, int], ...],
    names: int,
    /,
) -> Tuple[Rule, List[str], Optional[float]]: ...
def learn_template(
    samples: Tuple[Tuple[Page, Tuple[Tuple[str, str], ...]], ...], name: Optional[str], exactly: bool, /
) -> Tuple[Rule, List[Tuple[str, str]]]: ...
def load(xml: bytes, name: str, template: bool, /) -> Rule: ...
def save(rule: Rule, /) -> bytes: ...
def apply(
    rule: Rule,
    page: Page,
    all_columns: bool,
    others: bool,
    min_fit: float,
    typed: bool,
    date: Optional[str],
    totals: bool,
    names: int,
    /,
) -> _Found: ...
def fields(rule: Rule, /) -> List[Tuple[str, str, int, int, int]]: ...
def edit(rule: Rule, what: str, name: str, new: Optional[str], /) -> None: ...
def merge(rule: Rule, names: Tuple[str, ...], new_name: str, /) -> None: ...
def stock_names() -> List[str]: ...
def stock(name: str, /) -> Optional[bytes]: ...
def repair(
    rule: Rule, pages: Tuple[Page, ...], /
) -> Tuple[bytes, List[Tuple[str, str, Optional[float], Optional[str], Optional[str]]]]: ...
def export(rule: Rule, pages: Tuple[Page, ...], format: int, /) -> Tuple[bytes, List[Tuple[Optional[str], str]]]: ...
def open_library(folder: str, /) -> Library: ...
def library_state(library: Library, /) -> Tuple[int, List[Tuple[str, str, int]]]: ...
def match(library: Library, page: Page, most: int, /) -> List[_Match]: ...
def apply_library(
    library: Library,
    page: Page,
    min_score: float,
    all_columns: bool,
    others: bool,
    min_fit: float,
    typed: bool,
    date: Optional[str],
    totals: bool,
    names: int,
    /,
) -> Tuple[_Found, _Match]: ...
def new_web(topic: Tuple[Union[bytes, Page], ...], saved: Optional[bytes], min_relevance: float, /) -> Web: ...
def add_page(web: Web, page: Page, url: Optional[str], type: Optional[str], /) -> None: ...
def rank_web(web: Web, part: int, most: int, /) -> bytes: ...
def save_web(web: Web, /) -> bytes: ...
def verify(rule: Rule, pages: Iterator[Page], min_confidence: float, all: bool, /) -> Tuple[bytes, int, int, int]: ...
