/**
 * Wraps a part of a line of coloured code in an element. The line is HTML of spans and entities that close where they
 * open; the part is told in characters of the code. Spans that reach over its ends are closed and opened again.
 */
export function markPart(html: string, [start, end]: readonly [number, number], tag: 'ins' | 'del'): string {
  let open: string[] = [];
  let position = 0;
  let isWithin = false;
  let marked = '';
  const turn = (mark: string) => {
    isWithin = !isWithin;
    marked += `${'</span>'.repeat(open.length)}${mark}${open.join('')}`;
  };
  for (const [token] of html.matchAll(/<[^>]*>|&[^;]*;|[\s\S]/g)) {
    if (token.startsWith('<')) {
      open = token === '</span>' ? open.slice(0, -1) : [...open, token];
    } else {
      if (isWithin && position >= end) {
        turn(`</${tag}>`);
      }
      if (!isWithin && position >= start && position < end) {
        turn(`<${tag}>`);
      }
      position += 1;
    }
    marked += token;
  }
  if (isWithin) {
    marked += `</${tag}>`;
  }
  return marked;
}
