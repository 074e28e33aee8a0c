/** One target of a Link header (RFC 8288), with its relation types in lower case. */
export interface Link {
  readonly target: string;
  readonly relations: readonly string[];
}

/**
 * Parses a Link header in one pass without backtracking: hostile headers have cost other clients seconds. Invalid parts
 * are skipped.
 */
export function parseLinkHeader(header: string): readonly Link[] {
  const links: Link[] = [];
  let position = 0;
  for (;;) {
    const open = header.indexOf('<', position);
    const close = open === -1 ? -1 : header.indexOf('>', open);
    if (close === -1) {
      return links;
    }
    const end = nextUnquoted(header, close + 1, ',');
    links.push({
      target: header.slice(open + 1, close).trim(),
      relations: relationsOf(header.slice(close + 1, end)),
    });
    position = end + 1;
  }
}

/** The position of the next separator outside of quotes, or the end of the text. */
function nextUnquoted(text: string, from: number, separator: ',' | ';'): number {
  let isQuoted = false;
  for (let index = from; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '\\' && isQuoted) {
      index += 1;
    } else if (sign === '"') {
      isQuoted = !isQuoted;
    } else if (sign === separator && !isQuoted) {
      return index;
    }
  }
  return text.length;
}

function relationsOf(parameters: string): readonly string[] {
  for (let from = 0; from < parameters.length; ) {
    const end = nextUnquoted(parameters, from, ';');
    const parameter = parameters.slice(from, end);
    from = end + 1;
    const equals = parameter.indexOf('=');
    if (equals !== -1 && parameter.slice(0, equals).trim().toLowerCase() === 'rel') {
      const value = parameter.slice(equals + 1).trim();
      return value.replaceAll('"', '').toLowerCase().split(/\s+/).filter(Boolean);
    }
  }
  return [];
}
