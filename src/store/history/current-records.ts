import type { Database } from '../database.ts';
import { createRecordReader } from '../read-records.ts';
import { RECORD_TABLES } from '../record-tables.table.ts';
import { layoutRecordTable } from '../rows/row-layout.ts';

export interface CurrentRecords {
  /** JSON text of a record; null if it is in no table. */
  read(kind: string, id: number): string | null;
  /** The records with this url, which several kinds may share, such as users and organizations. */
  findByUrl(url: string): readonly { readonly id: number; readonly kind: string }[];
}

export function createCurrentRecords(db: Database): CurrentRecords {
  const tables = RECORD_TABLES.map((spec) => {
    const find = db.prepare<[string], number>(`SELECT id FROM ${spec.table} WHERE url = ?`).pluck();
    return { kind: spec.kind, find, read: createRecordReader(db, layoutRecordTable(spec)) };
  });
  const readOther = db.prepare<[number], string>('SELECT json FROM other_records WHERE id = ?').pluck();
  const findOthers = db.prepare<[string], { id: number; kind: string }>(
    'SELECT id, kind FROM other_records WHERE url = ? ORDER BY id',
  );
  return {
    read(kind, id) {
      const table = tables.find((candidate) => candidate.kind === kind);
      return table?.read(id)?.json ?? readOther.get(id) ?? null;
    },
    findByUrl(url) {
      const found = tables.flatMap(({ kind, find }) => find.all(url).map((id) => ({ id, kind })));
      return [...found, ...findOthers.all(url)];
    },
  };
}
