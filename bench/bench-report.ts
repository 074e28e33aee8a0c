/** The parts of the report that need no measuring: reading the tables that benchmarks print, and drawing them. */

/** A benchmark of the report. */
export interface BenchPart {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The arguments of each run of its script. */
  readonly runs: readonly (readonly string[])[];
  /** The columns that the chart shows; its rows are labelled with the columns before the first number. */
  readonly charted: readonly string[];
}

/** A printed table: cells are separated by two or more spaces; rows without numbers are remarks. */
export interface PrintedTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly remarks: readonly string[];
}

const BAR_HEIGHT = 18;
const LABEL_WIDTH = 290;
const BARS_WIDTH = 330;

/** Reads the tables that a benchmark printed: a line with as many cells as the header is a row of it. */
export function readTables(text: string): readonly PrintedTable[] {
  const tables: { header: string[]; rows: string[][]; remarks: string[] }[] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const cells = line.trim().split(/\s{2,}/);
    const table = tables.at(-1);
    if (cells.length > 2 && cells.every((cell) => !isNumber(cell))) {
      tables.push({ header: cells, rows: [], remarks: [] });
    } else if (table !== undefined && cells.length === table.header.length) {
      table.rows.push(cells);
    } else if (table !== undefined) {
      table.remarks.push(line.trim());
    }
  }
  return tables;
}

/** What a part printed on one machine. */
export interface BenchSection {
  /** A sentence about the machine. */
  readonly measured: string;
  readonly tables: readonly PrintedTable[];
}

/** A part of the report as Markdown. */
export function describePart({ title, about, name }: BenchPart, sections: readonly BenchSection[]): string {
  const texts = sections.flatMap(({ measured, tables }) => [measured, ...tables.map(writeTable)]);
  return [`## ${title}`, about, `![${title}](images/bench-${name}.svg)`, ...texts].join('\n\n');
}

function writeTable({ header, rows, remarks }: PrintedTable): string {
  return [
    rowOf(header),
    rowOf(header.map((_, index) => (isNumber(rows[0]?.[index]) ? '--:' : '---'))),
    ...rows.map(rowOf),
    ...remarks.map((remark) => `\n${remark}`),
  ].join('\n');
}

/** The colors of the columns. */
const COLORS = ['#3b6ea8', '#9db8d6'];

/** A bar for each of the columns, in each row of the tables that have it. */
export function drawBars(title: string, columns: readonly string[], tables: readonly PrintedTable[]): string {
  const bars = tables.flatMap(({ header, rows }) =>
    rows.flatMap((cells) => {
      const label = cells.slice(0, cells.findIndex(isNumber)).join(' · ');
      return columns.flatMap((column, index) => {
        const cell = cells[header.indexOf(column)];
        return isNumber(cell)
          ? [{ label: index === 0 ? label : '', value: Number.parseFloat(cell ?? ''), color: COLORS[index] }]
          : [];
      });
    }),
  );
  const largest = Math.max(...bars.map(({ value }) => value));
  const drawn = bars.map(({ label, value, color }, index) => {
    const y = 30 + index * (BAR_HEIGHT + 6);
    const width = Math.max(1, Math.round((value / largest) * BARS_WIDTH));
    return `<text x="${LABEL_WIDTH - 8}" y="${y + 13}" text-anchor="end">${escapeXml(label)}</text>
<rect x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT}" fill="${color}"/>
<text x="${LABEL_WIDTH + width + 6}" y="${y + 13}">${value}</text>`;
  });
  const legend = columns.map(
    (column, index) => `<tspan fill="${COLORS[index]}">■</tspan> ${escapeXml(column)}`,
  );
  const height = 36 + bars.length * (BAR_HEIGHT + 6);
  const width = LABEL_WIDTH + BARS_WIDTH + 60;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="8" y="18" font-weight="bold">${escapeXml(title)}: ${legend.join(' ')}</text>
${drawn.join('\n')}
</svg>
`;
}

function isNumber(cell: string | undefined): boolean {
  return /^\d+(\.\d+)?$/.test(cell ?? '');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
