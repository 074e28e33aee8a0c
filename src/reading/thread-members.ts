import type { Database } from '../store/index.ts';
import type { Label, Thread } from './thread.ts';

/** What hangs on a thread, by the id of its record, in the order of the archive. */
export interface ThreadMembers {
  readonly labels: (id: number) => readonly Label[];
  readonly assignees: (id: number) => readonly string[];
}

/** Prepares to read what hangs on threads of one kind. */
export function createThreadMembers(db: Database, kind: Thread['kind']): ThreadMembers {
  const labels = db.prepare<[number], Label>(
    `SELECT name, (SELECT color FROM repository_labels WHERE url = label_url LIMIT 1) AS color
     FROM ${kind}_labels WHERE ${kind}_id = ? AND name IS NOT NULL ORDER BY position`,
  );
  const assignees = db
    .prepare<[number], string>(
      `SELECT login FROM ${kind}_assignees WHERE ${kind}_id = ? AND login IS NOT NULL ORDER BY position`,
    )
    .pluck();
  return { labels: (id) => labels.all(id), assignees: (id) => assignees.all(id) };
}
