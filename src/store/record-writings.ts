import { layoutLinkTable, layoutRecordTable } from './row-layout.ts';
import type { RowWriting } from './row-writing.ts';
import { createRowWriting, type ShapeNumbering } from './row-writing.ts';
import { RECORD_TABLES } from './tables/record-tables.table.ts';

/** How to write the records of each kind that has a table. */
export function createRecordWritings(numberOf: ShapeNumbering): ReadonlyMap<string, RowWriting> {
  return new Map(
    RECORD_TABLES.map((table) => {
      const layout = layoutRecordTable(table);
      const links = layout.links.map((link) => createRowWriting(layoutLinkTable(link), [], numberOf));
      return [table.kind, createRowWriting(layout, links, numberOf)];
    }),
  );
}
