"""A sheet as one printable page: no script, no font, no picture from anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from html.parser import HTMLParser

from daemon.sheets.page import Listed, Page, mark

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem; max-width: 62rem; background: #fff; color: #1b1b1b;
  font: 15px/1.4 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
header { border-bottom: 4px double #0b5d3b; margin-bottom: 1rem; padding-bottom: .5rem; }
h1 { margin: 0; color: #0b5d3b; font-size: 2rem; letter-spacing: .02em; }
header p { margin: .15rem 0 0; color: #444; }
main { columns: 2; column-gap: 2rem; }
section { margin: 0 0 1rem; }
h2 { margin: 0 0 .3rem; padding-bottom: .1rem; border-bottom: 1px solid #9bbcae; color: #0b5d3b; font-size: 1.05rem;
  break-after: avoid; }
h3 { margin: .5rem 0 .1rem; font-size: 1rem; break-after: avoid; }
h3 span { color: #666; font-weight: normal; font-size: .85em; }
p, ol, ul, dl { margin: 0; }
ol, ul { padding-left: 1.25rem; }
dl { display: grid; grid-template-columns: 4.6rem 1fr; break-inside: avoid; }
dt { color: #666; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; break-inside: avoid; }
td { padding: .08rem 0; border-bottom: 1px dotted #bbb; vertical-align: bottom; }
td:last-child { text-align: right; white-space: nowrap; padding-left: .75rem; font-variant-numeric: tabular-nums; }
table.order td:first-child { width: 1.6rem; color: #666; }
table.order td:last-child { text-align: left; padding-left: 0; }
section.readings { font-size: .85em; color: #333; }
section.readings dl { grid-template-columns: 2.8rem 1fr; break-inside: auto; }
footer { margin-top: 1rem; border-top: 1px solid #9bbcae; padding-top: .3rem; color: #666;
  font: .72rem ui-monospace, "DejaVu Sans Mono", monospace; }
@page { size: letter; margin: 9mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 7.9pt; line-height: 1.2; }
  header { margin-bottom: 2mm; padding-bottom: 1mm; }
  h1 { font-size: 15pt; }
  main { columns: 3; column-gap: 5mm; }
  section { margin-bottom: 1.5mm; }
  section.readings { font-size: 6.9pt; }
  section.readings dl { grid-template-columns: 8mm 1fr; }
  h2 { font-size: 9pt; margin-bottom: .5mm; }
  h3 { margin-top: .8mm; font-size: 8.2pt; }
  dl { grid-template-columns: 13mm 1fr; }
  td { padding: 0; }
  ol, ul { padding-left: 3.5mm; }
  footer { margin-top: 1mm; font-size: 5.5pt; }
}
"""


def html(page: Page) -> str:
    """Writes the whole sheet as HTML."""
    main = "\n".join(
        [
            _part(page.say("object"), [f"<p>{escape(page.object)}</p>"]),
            _part(page.say("course"), [_list("ol", page.course)]),
            _part(page.say("valid"), [_list("ul", page.valid)]),
            _part(page.say("bets"), map(_bet, page.bets)),
            _part(page.say("tables"), (_table(table) for table in page.tables)),
            *([_part(page.say("orders"), (_table(table, "order") for table in page.orders))] if page.orders else []),
            _part(page.say("special"), [_list("ul", page.special)]),
            _part(
                page.say("readings"), [f"<p>{escape(page.say('readings_why'))}</p>", _terms(page.readings)], "readings"
            ),
        ]
    )
    facts = "".join(f"<p>{escape(fact)}</p>" for fact in page.facts)
    body = f"<header><h1>{escape(page.title)}</h1>{facts}</header>\n<main>\n{main}\n</main>\n"
    return (
        f'<!DOCTYPE html>\n<html lang="{page.language}-CA">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(page.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}"
        f"<footer>{escape(mark(page, ' '.join(seen(body))))}</footer>\n</body>\n</html>\n"
    )


def _part(heading: str, parts: Iterable[str], kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f"<section{named}>\n<h2>{escape(heading)}</h2>\n{''.join(parts)}\n</section>"


def _list(kind: str, said: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
    return f"<{kind}>{items}</{kind}>"


def _terms(rows: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in rows) + "</dl>"


def _heading(listed: Listed) -> str:
    return f"<h3>{escape(listed.title)} <span>({escape(listed.section)})</span></h3>\n"


def _bet(bet: Listed) -> str:
    return _heading(bet) + _terms(bet.rows)


def _table(table: Listed, kind: str = "") -> str:
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(what)}</td></tr>" for name, what in table.rows)
    named = f' class="{kind}"' if kind else ""
    return f"{_heading(table)}<table{named}>{rows}</table>"


class _Seen(HTMLParser):
    """The text of the blocks that a reader sees, each on a line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self._hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begins a line with every block, but not for what stands within a line."""
        self._hidden = tag in ("style", "title", "script")
        if tag not in ("span", "dd") and not (tag == "td" and self.lines[-1]):
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        """Ends what nobody sees, and the line of a table's row."""
        self._hidden = False
        if tag == "tr":
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        """Adds words that a reader sees to the last line."""
        if not self._hidden and data.strip():
            self.lines[-1] = f"{self.lines[-1]} {' '.join(data.split())}".strip()


def seen(document: str) -> list[str]:
    """What a reader sees of an HTML document, line by line."""
    parser = _Seen()
    parser.feed(document)
    return [line for line in parser.lines if line]
