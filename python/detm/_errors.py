"""Exceptions, one for each status of libdetm."""

from __future__ import annotations

from typing import Dict, Optional, Type


class Error(Exception):
    """Base of all errors of detm.

    ``where`` names the page or file, ``line`` and ``column`` the place in it (0 = unknown), ``text``
    says what is wrong and what to do.
    """

    status = "error"

    def __init__(self, text: str = "", where: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(text, where, line, column)
        self.text = text
        self.where = where
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = self.where
        if place and self.line:
            place += f":{self.line}"
        return f"{place}: {self.text}" if place else self.text


class NoMemory(Error, MemoryError):
    """Out of memory."""

    status = "no memory"


class BadInput(Error, ValueError):
    """Not a web page, or an unknown encoding."""

    status = "bad input"


class Limit(Error):
    """A limit was reached: bytes, nodes, records or seconds."""

    status = "limit"


class BadFile(Error, ValueError):
    """A wrapper or a template that is not well-formed or not valid."""

    status = "bad file"


class Nothing(Error, LookupError):
    """No page has records, or no value was found."""

    status = "nothing"


class Misfit(Error):
    """The page does not fit the wrapper or template, or no wrapper has the given records.

    ``fit`` is the share of it that the page has, None if no wrapper was applied; ``missing`` lists the
    wanted fields that the page lacks.
    """

    status = "misfit"
    fit: Optional[float] = None
    missing: "tuple[str, ...]" = ()


class Usage(Error, ValueError):
    """An argument is not valid."""

    status = "usage"


class Cancelled(Error):
    """The call was cancelled."""

    status = "cancelled"


_classes: Dict[str, Type[Error]] = {
    made.status: made
    for made in (NoMemory, BadInput, Limit, BadFile, Nothing, Misfit, Usage, Cancelled)
}
_classes["write"] = NoMemory  # results are written to memory


_names = {
    "detm_extract": "detm.extract",
    "detm_fields_find": "the command 'detm fields'",
    "detm_page_print": "the command 'detm tree'",
    "options.least_confidence": "min_confidence",
    "options.": "",
}
"""Names of the C library in messages, and what they are called here."""


def make(status: str, text: str, where: str, line: int, column: int) -> Error:
    """Makes the exception for a status; _detm calls it."""
    for name, here in _names.items():
        text = text.replace(name, here)
    return _classes.get(status, Error)(text or status, where, line, column)
