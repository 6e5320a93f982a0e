"""Records as tables of other packages: their columns in one order, each with one type."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Sequence, Tuple

Kind = Tuple[str, bool, bool]
"""A column: its name, whether its values are numbers, and whether they are lists."""


def columns_of(rows: Sequence[Dict[str, Any]], known: Sequence[Kind]) -> List[Kind]:
    """The columns of records.  ``known`` are those that they have in any case; what records have beside them, as the
    parts of typed values, follows what it follows in the records."""
    names = [name for name, _, _ in known]
    numbers = {name for name, number, _ in known if number}
    lists = {name for name, _, is_list in known if is_list}
    there = set(names)
    for row in rows:
        before = -1
        for name, value in row.items():
            if name not in there:
                names.insert(before + 1, name)
                there.add(name)
            before = names.index(name)
            if isinstance(value, list):
                lists.add(name)
            if any(isinstance(one, (int, float)) for one in (value if isinstance(value, list) else [value])):
                numbers.add(name)
    return [(name, name in numbers, name in lists) for name in names]


def columns_of_schema(schema: bytes, page: bool = False) -> List[Kind]:
    """The columns of a JSON schema of records; the first one is ``page``."""
    columns = []
    for name, of in list(json.loads(schema)["properties"].items())[0 if page else 1 :]:
        is_list = of["type"] == "array"
        single = of["items"] if is_list else of
        columns.append((name, single["type"] in ("number", "integer"), is_list))
    return columns


def values_of(rows: Sequence[Dict[str, Any]], kind: Kind) -> List[Any]:
    """The values of a column: None where a record has none, a list or a scalar in all, and float for numbers."""
    name, number, is_list = kind

    def convert(value: Any) -> Any:
        if value is None:
            return None
        return float(value) if number else str(value)

    cells = [row.get(name) for row in rows]
    if not is_list:
        return [convert(cell) for cell in cells]
    as_lists = [cell if isinstance(cell, list) or cell is None else [cell] for cell in cells]
    return [None if cell is None else [convert(one) for one in cell] for cell in as_lists]


def table_of(rows: Sequence[Dict[str, Any]], known: Sequence[Kind]) -> Any:
    """A pyarrow.Table."""
    import pyarrow

    arrays, fields = [], []
    for kind in columns_of(rows, known):
        single = pyarrow.float64() if kind[1] else pyarrow.string()
        type_of = pyarrow.list_(single) if kind[2] else single
        arrays.append(pyarrow.array(values_of(rows, kind), type_of))
        fields.append(pyarrow.field(kind[0], type_of))
    return pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields))


def polars_of(rows: Sequence[Dict[str, Any]], known: Sequence[Kind]) -> Any:
    """A polars.DataFrame."""
    import polars

    columns = []
    for kind in columns_of(rows, known):
        single: Any = polars.Float64 if kind[1] else polars.String
        columns.append(polars.Series(kind[0], values_of(rows, kind), polars.List(single) if kind[2] else single))
    return polars.DataFrame(columns)


def pandas_of(rows: Sequence[Dict[str, Any]], known: Sequence[Kind]) -> Any:
    """A pandas.DataFrame."""
    import pandas

    columns = {}
    for kind in columns_of(rows, known):
        # a column without a value has the type of one with values, also in a file
        type_of = "object" if kind[2] else "float64" if kind[1] else "string"
        columns[kind[0]] = pandas.Series(values_of(rows, kind), dtype=type_of)
    return pandas.DataFrame(columns)
