/** A field of a CSV text; null if it is empty and not quoted. */
export type CsvField = string | null;

/** Parses CSV by RFC 4180, independently of the code under test. */
export function parseCsv(text: string): readonly (readonly CsvField[])[] {
  const rows: CsvField[][] = [];
  let index = 0;
  while (index < text.length) {
    const row: CsvField[] = [];
    for (;;) {
      if (text[index] === '"') {
        let field = '';
        index += 1;
        for (;;) {
          const quote = text.indexOf('"', index);
          field += text.slice(index, quote);
          index = quote + 1;
          if (text[index] !== '"') {
            break;
          }
          field += '"';
          index += 1;
        }
        row.push(field);
      } else {
        const end = /[,\r]|$/.exec(text.slice(index))?.index ?? 0;
        row.push(end === 0 ? null : text.slice(index, index + end));
        index += end;
      }
      if (text[index] !== ',') {
        break;
      }
      index += 1;
    }
    if (text.slice(index, index + 2) !== '\r\n') {
      throw new Error(`No line break at ${index}`);
    }
    index += 2;
    rows.push(row);
  }
  return rows;
}
