/** The beginning of a table in a text file. */
export interface TextTable {
  /** The first rows, each with the line of the file at which it starts. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** The number of rows in the whole file. */
  readonly rowCount: number;
  /** The number of cells in the longest row. */
  readonly columnCount: number;
}

/** The maximum number of rows shown, including the header. */
export const MAX_ROWS = 500;

/** The maximum number of columns shown. */
export const MAX_COLUMNS = 60;

/** A cell up to the separator, a line break or the end: quoted with doubled quotes (RFC 4180), or plain. */
const CELLS = {
  ',': /"((?:[^"]|"")*)"?([^,\r\n]*)(,|\r?\n|\r|$)|([^,\r\n]*)(,|\r?\n|\r|$)/y,
  '\t': /"((?:[^"]|"")*)"?([^\t\r\n]*)(\t|\r?\n|\r|$)|([^\t\r\n]*)(\t|\r?\n|\r|$)/y,
  ';': /"((?:[^"]|"")*)"?([^;\r\n]*)(;|\r?\n|\r|$)|([^;\r\n]*)(;|\r?\n|\r|$)/y,
} as const;

/** Spreadsheets write semicolons into CSV files where the comma is the decimal mark. */
export function separatorIn(csv: string): ',' | ';' {
  const [first = ''] = csv.split(/[\r\n]/, 1);
  return readTable(first, ';').columnCount > readTable(first, ',').columnCount ? ';' : ',';
}

/** Reads values separated by commas, semicolons or tabs; everything is accepted, as in spreadsheets. */
export function readTable(text: string, separator: keyof typeof CELLS): TextTable {
  const cell = new RegExp(CELLS[separator]);
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = [];
  let [rowCount, columnCount, line] = [0, 0, 1];
  for (let position = 0; position < text.length; ) {
    const cells: string[] = [];
    const start = line;
    let end = separator as string;
    while (end === separator) {
      cell.lastIndex = position;
      const [whole = '', quoted, rest, quotedEnd, plain, plainEnd] = cell.exec(text) ?? [];
      cells.push(quoted === undefined ? (plain ?? '') : `${quoted.replaceAll('""', '"')}${rest}`);
      end = quotedEnd ?? plainEnd ?? '';
      position += whole.length;
      line += whole.includes('\n') || whole.includes('\r') ? whole.split(/\r?\n|\r/).length - 1 : 0;
    }
    rowCount += 1;
    columnCount = Math.max(columnCount, cells.length);
    if (rows.length < MAX_ROWS) {
      rows.push({ line: start, cells: cells.slice(0, MAX_COLUMNS) });
    }
  }
  return { rows, rowCount, columnCount };
}
