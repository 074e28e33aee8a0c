import type { Database, Statement } from '../database/database.ts';
import type { Cell } from '../rows/conversions.ts';
import type { RowLayout } from '../rows/row-layout.ts';

/** Number of rows per statement. Twice as many are not faster. */
const GROUP_ROWS = 8;

/** Limit for the characters in waiting rows: rows of hostile archives are as large as records may be. */
const MAX_WAITING_CHARACTERS = 2 ** 18;

/** Inserts a row, whose cells are in the order of the layout's columns. */
export type InsertRow = (cells: readonly Cell[]) => void;

/** Inserts rows into tables. Rows of one table are inserted in the order in which they are added. */
export interface RowInserts {
  into(layout: RowLayout): InsertRow;
  /** Inserts the waiting rows: must be called before anything reads them. */
  flush(): void;
}

/** Inserts each row immediately. */
export function createSingleInserts(db: Database): RowInserts {
  return {
    into(layout) {
      const insert = prepareInsert(db, layout, 1);
      return (cells) => {
        insert.run(...cells);
      };
    },
    flush: () => {},
  };
}

/**
 * Inserts rows of the same table in groups, which shares the overhead of a statement. Only for stores that are deleted
 * if anything fails: if a row fails, the rows before it stay in the table, because SQLite would otherwise have to copy
 * each page before it is written.
 */
export function createGroupedInserts(db: Database): RowInserts {
  const groups: RowGroup[] = [];
  let waitingCharacters = 0;

  function flush(): void {
    for (const group of groups) {
      group.flush();
    }
    waitingCharacters = 0;
  }

  return {
    into(layout) {
      const group = new RowGroup(db, layout);
      groups.push(group);
      return (cells) => {
        waitingCharacters += group.add(cells);
        if (waitingCharacters > MAX_WAITING_CHARACTERS) {
          flush();
        }
      };
    },
    flush,
  };
}

/** The waiting rows of one table. */
class RowGroup {
  readonly #db: Database;
  readonly #layout: RowLayout;
  /** Has exactly the size of a group, so that it can be passed on without copying; unused cells are null. */
  readonly #cells: Cell[];
  #length = 0;
  #characters = 0;
  #insert: Statement | undefined;

  constructor(db: Database, layout: RowLayout) {
    this.#db = db;
    this.#layout = layout;
    this.#cells = Array.from({ length: layout.columns.length * GROUP_ROWS }, () => null);
  }

  /** Returns by how much the number of waiting characters has changed. */
  add(cells: readonly Cell[]): number {
    let index = this.#length;
    let characters = 0;
    for (const cell of cells) {
      this.#cells[index] = cell;
      index += 1;
      if (typeof cell === 'string') {
        characters += cell.length;
      }
    }
    this.#length = index;
    this.#characters += characters;
    if (index < this.#cells.length) {
      return characters;
    }
    const gone = this.#characters - characters;
    this.#insert ??= prepareInsert(this.#db, this.#layout, GROUP_ROWS);
    this.#insert.run(...this.#cells);
    this.#clear();
    return -gone;
  }

  flush(): void {
    if (this.#length > 0) {
      const rows = this.#length / this.#layout.columns.length;
      prepareInsert(this.#db, this.#layout, rows).run(...this.#cells.slice(0, this.#length));
      this.#clear();
    }
  }

  #clear(): void {
    this.#cells.fill(null); // Releases the memory of the texts that were inserted.
    this.#length = 0;
    this.#characters = 0;
  }
}

function prepareInsert(db: Database, { table, columns }: RowLayout, rows: number): Statement {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const values = Array.from({ length: rows }, () => row).join(', ');
  return db.prepare(
    `INSERT ${rows > 1 ? 'OR FAIL ' : ''}INTO ${table} (${columns.join(', ')}) VALUES ${values}`,
  );
}
