"""What trafilatura, newspaper4k and goose3 read of the pages of a folder, a JSON line each."""

import json
import pathlib
import sys

import goose3
import newspaper
import trafilatura

URL = "https://news.example/post"


def with_trafilatura(html):
    read = trafilatura.bare_extraction(html, url=URL, with_metadata=True, include_comments=False)
    read = read.as_dict() if read else {}
    return read.get("title"), read.get("text"), read.get("author"), read.get("date")


def with_newspaper(html):
    article = newspaper.article(URL, input_html=html)
    return article.title, article.text, ", ".join(article.authors), str(article.publish_date or "")


def with_goose(html):
    article = goose3.Goose().extract(raw_html=html)
    return article.title, article.cleaned_text, ", ".join(article.authors), article.publish_date


TOOLS = {"trafilatura": with_trafilatura, "newspaper4k": with_newspaper, "goose3": with_goose}

for path in sorted(pathlib.Path(sys.argv[1]).glob("*.html")):
    html = path.read_text(encoding="utf-8")
    for tool, read in TOOLS.items():
        try:
            title, text, author, date = (part or "" for part in read(html))
        except Exception as error:  # A tool that raises reads nothing.
            title, text, author, date = "", f"{type(error).__name__}: {error}", "", ""
        row = {"file": path.name, "tool": tool, "title": title, "text": text, "author": author, "date": date}
        print(json.dumps(row))
