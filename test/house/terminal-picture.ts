export const PICTURE_COLUMNS = 100;

const LINE_HEIGHT = 19;
const MARGIN = 18;
const COLUMN_WIDTH = 8.4;

/** SVG attributes for the style codes of a terminal. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'font-weight="bold"',
  2: 'fill="#8b949e"',
  31: 'fill="#ff7b72"',
  32: 'fill="#7ee787"',
  33: 'fill="#e3b341"',
  34: 'fill="#79c0ff"',
  35: 'fill="#d2a8ff"',
  36: 'fill="#56d4dd"',
};

/** Codes that end others: 22 ends bold and dim, 39 colours, 0 everything. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  0: Object.keys(STYLES),
  22: ['1', '2'],
  39: ['31', '32', '33', '34', '35', '36'],
};

/** Draws a terminal with these lines, with the colours of their escape sequences, as SVG. */
export function terminalPicture(title: string, lines: readonly string[]): string {
  const width = Math.ceil(PICTURE_COLUMNS * COLUMN_WIDTH + 2 * MARGIN);
  const height = lines.length * LINE_HEIGHT + 2 * MARGIN;
  const rows = lines.map((line, index) => {
    const y = MARGIN + (index + 0.75) * LINE_HEIGHT;
    return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${spansOf(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${title}</title>`,
    '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>',
    '<g fill="#e6edf3" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">',
    ...rows,
    '</g>',
    '</svg>\n',
  ].join('\n');
}

function spansOf(line: string): string {
  const active = new Set<string>();
  const [first = '', ...others] = line.split('\u001b[');
  const spans = others.map((part) => {
    const [, codes = '', text = ''] = /^([\d;]*)m([\s\S]*)$/.exec(part) ?? [];
    for (const code of codes === '' ? ['0'] : codes.split(';')) {
      for (const ended of ENDS[code] ?? []) {
        active.delete(ended);
      }
      if (STYLES[code] !== undefined) {
        active.add(code);
      }
    }
    const styles = [...active].map((code) => STYLES[code]).join(' ');
    return styles === '' || text === '' ? escapeXml(text) : `<tspan ${styles}>${escapeXml(text)}</tspan>`;
  });
  return [escapeXml(first), ...spans].join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
