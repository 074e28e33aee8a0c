import type { Database } from '../database.ts';
import { hostOf, URL_READINGS } from '../url-readings.ts';
import { createCurrentRecords } from './current-records.ts';
import { createVersionReader } from './read-state.ts';
import { type RepositoryPlace, readRepositoryNames } from './repository-names.ts';

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

/** A record of a position in time, to be found at another one. */
export interface SoughtRecord extends NamedRecord {
  readonly at: number;
  readonly position: number;
}

/** Finds records at a position where their repository had another name. */
export interface RenamedRecords {
  find(record: SoughtRecord): RenamedRecord | undefined;
  /** Whether the name of the record's repository belonged to another one at that position. */
  isOther(record: SoughtRecord): boolean;
  /** The other name that its repository had at that position; undefined if it was the same or is not known. */
  nameAt(record: SoughtRecord): string | undefined;
}

export function createRenamedRecords(db: Database): RenamedRecords {
  const names = readRepositoryNames(db);
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
  return {
    find({ kind, url, repo, at, position }) {
      for (const other of repo === null ? [] : names.othersAt(placeOf(url, repo), at, position)) {
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
    },
    isOther({ url, repo, at, position }) {
      const [id, otherId] = [at, position].map((each) => names.idAt(placeOf(url, repo ?? ''), each));
      return id !== undefined && otherId !== undefined && id !== otherId;
    },
    nameAt({ url, repo, at, position }) {
      const place = placeOf(url, repo ?? '');
      const seen = names.seenAt(place, at, position);
      if (seen !== undefined) {
        return seen === repo ? undefined : seen;
      }
      const id = names.idAt(place, at);
      const isStill = id === undefined || names.idAt(place, position) === id;
      return isStill ? undefined : names.othersAt(place, at, position)[0];
    },
  };
}

/** The url of an upload may be at a host of its own, which shows nothing about its repository. */
function placeOf(url: string | null, repo: string): RepositoryPlace {
  const isOwn = url !== null && URL_READINGS.repo(url)?.toLowerCase() === repo.toLowerCase();
  return { host: isOwn ? hostOf(url) : undefined, repo };
}

export function withRepositoryName(text: string, from: string, to: string): string {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<=/)${name}(?![\\w-]|\\.(?!(?:wiki\\.)?git\\b))`, 'gi'), () => to);
}
