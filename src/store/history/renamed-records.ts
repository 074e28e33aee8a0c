import type { Database } from '../database/database.ts';
import { createCurrentRecords } from './current-records.ts';
import { readFormerNames } from './former-names.ts';
import { createVersionReader } from './read-state.ts';

interface NamedRecord {
  readonly kind: string;
  readonly url: string | null;
  readonly repo: string | null;
}

/** A record at another time, under another name of its repository. */
export interface RenamedRecord {
  /** `owner/name` of the repository at that time. */
  readonly repo: string;
  readonly url: string;
  readonly json: string;
}

/**
 * Creates a function that finds a record at a position where its repository had another name; undefined if no
 * repository was renamed.
 */
export function createRenamedRecords(
  db: Database,
): ((record: NamedRecord, position: number) => RenamedRecord | undefined) | undefined {
  const names = readFormerNames(db);
  if (names.size === 0) {
    return undefined;
  }
  const current = createCurrentRecords(db);
  const findChanged = db
    .prepare<[string, string], number>(
      'SELECT DISTINCT record_id FROM record_changes WHERE url = ? AND kind = ?',
    )
    .pluck();
  const readers = new Map<number, ReturnType<typeof createVersionReader>>();
  const readAt = (position: number, kind: string, id: number) => {
    const versionOf = readers.get(position) ?? createVersionReader(db, position);
    readers.set(position, versionOf);
    const change = versionOf(id);
    return change === undefined ? current.read(kind, id) : change.previous;
  };
  return ({ kind, url, repo }, position) => {
    for (const other of names.get(repo ?? '') ?? []) {
      const otherUrl = withRepositoryName(url ?? '', repo ?? '', other);
      const found = current.findByUrl(otherUrl).filter((record) => record.kind === kind);
      for (const id of [...found.map((record) => record.id), ...findChanged.all(otherUrl, kind)]) {
        const json = readAt(position, kind, id);
        if (json !== null) {
          return { repo: other, url: otherUrl, json };
        }
      }
    }
    return undefined;
  };
}

/** Replaces the name of a repository in the URLs of a text. */
export function withRepositoryName(text: string, from: string, to: string): string {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<=/)${name}(?![\\w-]|\\.(?!git\\b))`, 'gi'), () => to);
}
