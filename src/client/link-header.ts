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
    const end = endOfParameters(header, close + 1);
    links.push({
      target: header.slice(open + 1, close).trim(),
      relations: relationsOf(header.slice(close + 1, end)),
    });
    position = end + 1;
  }
}

/** The position of the comma after a link's parameters, ignoring commas inside quotes. */
function endOfParameters(header: string, from: number): number {
  let isQuoted = false;
  for (let index = from; index < header.length; index += 1) {
    const sign = header[index];
    if (sign === '\\' && isQuoted) {
      index += 1;
    } else if (sign === '"') {
      isQuoted = !isQuoted;
    } else if (sign === ',' && !isQuoted) {
      return index;
    }
  }
  return header.length;
}

function relationsOf(parameters: string): readonly string[] {
  for (const parameter of parameters.split(';')) {
    const equals = parameter.indexOf('=');
    if (equals !== -1 && parameter.slice(0, equals).trim().toLowerCase() === 'rel') {
      const value = parameter.slice(equals + 1).trim();
      return value.replaceAll('"', '').toLowerCase().split(/\s+/).filter(Boolean);
    }
  }
  return [];
}
