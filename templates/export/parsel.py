"""Reads the records of a list; exported by detm @version@ from a wrapper.

    for record in records(parsel.Selector(text=page)):    # or a response of Scrapy
        print(record)
"""
import re

RECORDS = @records@

# name, XPath from the record, whether its nodes are one value, pattern of the value
FIELDS = [
@fields@]


def text_of(node):
    root = node.root
    if isinstance(root, str):
        return root
    return "".join(root.xpath("descendant::text()[not(parent::script or parent::style)]"))


def values(record, xpath, joined, pattern):
    texts = [text_of(node) for node in record.xpath(xpath)]
    for text in ["".join(texts)] if joined else texts:
        text = " ".join(text.split())
        found = re.match(pattern, text, re.DOTALL) if pattern else None
        text = (found.group(1) or "").strip() if found else text
        if text:
            yield text


def records(selector):
    """Yields a dict for each record; a field with several values has a list, one without a value is missing."""
    for record in selector.xpath(RECORDS):
        found = {}
        for name, xpath, joined, pattern in FIELDS:
            all_values = list(values(record, xpath, joined, pattern))
            if all_values:
                found[name] = all_values if len(all_values) > 1 else all_values[0]
        yield found
