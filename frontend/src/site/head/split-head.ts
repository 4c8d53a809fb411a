const headTag = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)/;

/** React puts title, meta and link tags before the markup they were written in: cuts them off, for `<head>`. */
export function splitHead(markup: string): { head: string; html: string } {
  let rest = markup;
  let head = '';
  for (let tag = headTag.exec(rest); tag; tag = headTag.exec(rest)) {
    head += tag[0];
    rest = rest.slice(tag[0].length);
  }
  return { head, html: rest };
}
