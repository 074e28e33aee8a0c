import type { Database, Statement } from '../database.ts';
import type { Cell } from '../rows/conversions.ts';
import { LINK_CELLS, layoutLinkTable, type RowLayout } from '../rows/row-layout.ts';
import type { Row } from '../rows/to-row.ts';
import { prepareInsert } from './prepare-insert.ts';

/** Maximum number of prepared updates for one table; a hostile archive may change other columns in every record. */
const MAX_UPDATES = 100;

/**
 * Creates a function that replaces the rows of a record by those of another version. It writes only what differs: SQLite
 * then leaves the indexes of all other columns alone, which are most of what removing and inserting rows would write.
 */
export function prepareReplacement(db: Database, layout: RowLayout): (row: Row, id: number) => void {
  const { table, columns } = layout;
  const compare = db
    .prepare<Cell[], number[]>(
      `SELECT ${columns.map((column) => `${column} IS NOT ?`).join(', ')} FROM ${table} WHERE id = ?`,
    )
    .raw();
  const updates = new Map<string, Statement>();
  const updateOf = (changed: readonly string[]) => {
    const name = changed.join();
    const setters = changed.map((column) => `${column} = ?`).join(', ');
    const update = updates.get(name) ?? db.prepare(`UPDATE ${table} SET ${setters} WHERE id = ?`);
    if (updates.size >= MAX_UPDATES) {
      updates.clear();
    }
    updates.set(name, update);
    return update;
  };
  const replaceLinks = layout.links.map((link) => prepareLinks(db, layoutLinkTable(link)));
  return ({ cells, links }, id) => {
    const differs = compare.get(...cells, id);
    const isChanged = (_: unknown, cell: number) => differs?.[cell] === 1;
    const changed = columns.filter(isChanged);
    if (changed.length > 0) {
      updateOf(changed).run(...cells.filter(isChanged), id);
    }
    for (const [index, replace] of replaceLinks.entries()) {
      const rows = links.filter(({ link }) => link === index);
      replace(
        id,
        rows.map((row) => row.cells),
      );
    }
  };
}

/** Creates a function that replaces the rows of a link table that belong to one record, unless they are the same. */
function prepareLinks(
  db: Database,
  layout: RowLayout,
): (id: number, rows: readonly (readonly Cell[])[]) => void {
  const { table, columns } = layout;
  const owner = columns[LINK_CELLS.owner];
  const read = db
    .prepare<[number], Cell[]>(
      `SELECT ${columns.join(', ')} FROM ${table} WHERE ${owner} = ? ORDER BY position`,
    )
    .raw();
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${owner} = ?`);
  const insert = prepareInsert(db, layout);
  return (id, rows) => {
    if (JSON.stringify(read.all(id)) !== JSON.stringify(rows)) {
      remove.run(id);
      for (const row of rows) {
        insert.run(...row);
      }
    }
  };
}
