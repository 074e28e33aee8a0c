import type { Database } from '../database/database.ts';
import { SeenIds } from '../writing/seen-ids.ts';
import type { TableWriters } from '../writing/table-writer.ts';
import type { RecordName } from './current-writer.ts';

/** A record without its content. */
export interface RecordHead extends RecordName {
  /** `owner/name` of its repository. */
  readonly repo: string | null;
}

/** The statement that reads the heads of all current records. */
function selectHeads({ layouts }: Pick<TableWriters, 'layouts'>): string {
  const selects = layouts.map(({ table, kind = '', columns }) => {
    const repo = columns.includes('repo') ? 'repo' : 'NULL AS repo';
    return `SELECT id, '${kind}' AS kind, url, ${repo} FROM ${table}`;
  });
  return [...selects, 'SELECT id, kind, url, repo FROM other_records'].join(' UNION ALL ');
}

/** The records of a store at a position in time, as `readState` returns them, but without reading their content. */
export function* readHeads(db: Database, writers: TableWriters, position: number): Generator<RecordHead> {
  const changed = new SeenIds();
  const firstChanges = db.prepare<[number], RecordHead & { readonly wasThere: number }>(`
    SELECT record_id AS id, kind, url, repo, previous IS NOT NULL AS wasThere, min(position)
    FROM record_changes JOIN snapshots ON snapshots.id = snapshot_id
    WHERE position > ? GROUP BY record_id
  `);
  for (const { id, kind, url, repo, wasThere } of firstChanges.iterate(position)) {
    changed.add(id);
    if (wasThere === 1) {
      yield { id, kind, url, repo };
    }
  }
  for (const head of db.prepare<[], RecordHead>(selectHeads(writers)).iterate()) {
    if (!changed.has(head.id)) {
      yield head;
    }
  }
}
