import type { Database } from '../../store/index.ts';
import { SUBJECT_KINDS, type SubjectKind } from './subjects.table.ts';

/** The kinds of results that a store has: one of an older version gets those of captures with the next write into it. */
export function knownSubjects(db: Database): readonly SubjectKind[] {
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
    .pluck()
    .all();
  const known = new Set(names);
  return SUBJECT_KINDS.filter(({ table }) => known.has(table));
}
