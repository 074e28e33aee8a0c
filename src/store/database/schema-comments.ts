export interface SchemaComments {
  /** By the name of the table or view. */
  readonly tables: ReadonlyMap<string, TableComments>;
  /** Meanings of columns without a comment of their own, by name or by a pattern such as `*_url`. */
  readonly glossary: ReadonlyMap<string, string>;
}

interface TableComments {
  readonly words: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** `--   name, other   meaning`, in the first comment of a file. */
const GLOSSARY_ROW = /^-- {3}([a-z_*][a-z_*, ]*?) {2,}(\S.*)$/;
const CREATION = /^CREATE (?:VIRTUAL )?(?:TABLE|VIEW) (\w+)/;
const COLUMN = /^ {2}(\w+)\b[^-]*?(?:-- (.*))?$/;

/**
 * Reads the comments of a schema file: those above a table or view, those after its columns, and the rows of the
 * glossary in the file's first comment.
 */
export function readSchemaComments(sql: string): SchemaComments {
  const tables = new Map<string, TableComments>();
  const glossary = new Map<string, string>();
  let above: string[] = [];
  let columns = new Map<string, string>();
  for (const line of sql.split('\n')) {
    const row = GLOSSARY_ROW.exec(line);
    const creation = CREATION.exec(line);
    const column = COLUMN.exec(line);
    if (row !== null) {
      addToGlossary(glossary, row);
    } else if (line.startsWith('-- ')) {
      above.push(line.slice('-- '.length));
    } else if (creation?.[1] !== undefined) {
      columns = new Map();
      tables.set(creation[1], { words: withoutPeriod(above.join(' ')), columns });
      above = [];
    } else if (column?.[1] !== undefined && column[2] !== undefined) {
      columns.set(column[1], column[2]);
    } else if (line === '') {
      above = [];
    }
  }
  return { tables, glossary };
}

/** Looks a column up in the glossary: by its exact name, otherwise by the first matching pattern. */
export function lookUpColumn(glossary: ReadonlyMap<string, string>, column: string): string | undefined {
  const exact = glossary.get(column);
  if (exact !== undefined) {
    return exact;
  }
  return [...glossary].find(([pattern]) => fitsPattern(column, pattern))?.[1];
}

function fitsPattern(column: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('*');
  return end !== undefined && column.startsWith(start) && column.endsWith(end);
}

function addToGlossary(glossary: Map<string, string>, [, names = '', words = '']: RegExpExecArray): void {
  for (const name of names.split(', ')) {
    glossary.set(name, words);
  }
}

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, '');
}
