import type { Database, Statement } from '../database/database.ts';
import type { Cell } from '../rows/conversions.ts';
import type { RowLayout } from '../rows/row-layout.ts';

/** How many rows one statement takes. Twice as many save nothing more. */
const GROUP_ROWS = 8;

/** How many characters may wait in rows: those of hostile archives are as large as records may be. */
const MAX_WAITING_CHARACTERS = 2 ** 18;

/** Inserts a row: its cells in the order of the layout's columns. */
export type InsertRow = (cells: readonly Cell[]) => void;

/** Ways into the tables. Rows of one table go in in the order in which they come. */
export interface RowInserts {
  into(layout: RowLayout): InsertRow;
  /** Inserts what waits: to be called before anything looks for the rows. */
  flush(): void;
}

/** Inserts each row at once. */
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
 * Lets rows wait for others of their table: what a statement costs beside its rows is paid once for all of them.
 * Only for stores that are thrown away when anything fails: rows before one that fails stay in the table, as else
 * every statement would copy the page that it writes to.
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

/** Rows of one table that wait. */
class RowGroup {
  readonly #db: Database;
  readonly #layout: RowLayout;
  /** As many as the statement takes, so that they need not be copied again; the rest is null. */
  readonly #cells: Cell[];
  #length = 0;
  #characters = 0;
  #insert: Statement | undefined;

  constructor(db: Database, layout: RowLayout) {
    this.#db = db;
    this.#layout = layout;
    this.#cells = Array.from({ length: layout.columns.length * GROUP_ROWS }, () => null);
  }

  /** Gives by how many characters more wait than before. */
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
    this.#cells.fill(null); // Texts that are gone to the table take no memory here.
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
