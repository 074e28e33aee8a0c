import type { Database } from '../../database.ts';
import { SUBJECT_KINDS, type SubjectKind } from './subjects.table.ts';

/** The kinds of results that a store has: one of an older version gets those of captures with the next write into it. */
export function knownSubjects(db: Database): readonly SubjectKind[] {
  const find = db.prepare<[string], number>('SELECT 1 FROM sqlite_schema WHERE name = ?').pluck();
  return SUBJECT_KINDS.filter(({ table }) => find.get(table) === 1);
}
