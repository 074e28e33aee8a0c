import type { Database } from '../database.ts';
import type { RowLayout } from '../rows/row-layout.ts';
import { PARENTS } from '../rows/tables/files.table.ts';
import { SeenIds } from '../writing/seen-ids.ts';
import type { TableWriters } from '../writing/table-writer.ts';
import type { RecordName } from './current-writer.ts';

/** A record without its content. */
export interface RecordHead extends RecordName {
  /** `owner/name` of its repository. */
  readonly repo: string | null;
  /** The url of what it belongs to, unless its own shows which service it is from. */
  readonly home: string | null;
}

export function headsOf({ table, kind = '', columns }: RowLayout): string {
  const repo = columns.includes('repo') ? 'repo' : 'NULL AS repo';
  const home = columns.includes('parent_url') ? 'parent_url' : 'NULL';
  return `SELECT id, '${kind}' AS kind, url, ${repo}, ${home} AS home FROM ${table}`;
}

/** The query for the heads of the records in `other_records`. */
export const OTHER_HEADS = `SELECT id, kind, url, repo, ${homeIn('json')} AS home FROM other_records`;

/**
 * The SQL expression for the home of a record with this JSON text. Attachments may be on a host of their own, and some
 * records have no url.
 */
export function homeIn(json: string): string {
  const fields = [...PARENTS, 'repository'].map((field) => `json_extract(${json}, '$.${field}')`);
  return `CASE WHEN kind <> 'attachment' AND instr(url, '://') THEN NULL
    WHEN json_valid(${json}) THEN coalesce(${fields.join(', ')}) END`;
}

/** The records of a store at a position in time, as `readState` returns them, but without reading their content. */
export function* readHeads(db: Database, writers: TableWriters, position: number): Generator<RecordHead> {
  const changed = new SeenIds();
  const firstChanges = db.prepare<[number], RecordHead & { readonly wasThere: number }>(`
    SELECT record_id AS id, kind, url, repo, ${homeIn('previous')} AS home, previous IS NOT NULL AS wasThere,
           min(position)
    FROM record_changes JOIN snapshots ON snapshots.id = snapshot_id
    WHERE position > ? GROUP BY record_id
  `);
  for (const { id, kind, url, repo, home, wasThere } of firstChanges.iterate(position)) {
    changed.add(id);
    if (wasThere === 1) {
      yield { id, kind, url, repo, home };
    }
  }
  const current = [...writers.layouts.map(headsOf), OTHER_HEADS].join(' UNION ALL ');
  for (const head of db.prepare<[], RecordHead>(current).iterate()) {
    if (!changed.has(head.id)) {
      yield head;
    }
  }
}
