import type { LoadOrder } from '../../../src/store/place-snapshot.ts';
import type { ArchiveClaim } from '../../../src/store/snapshot.ts';

export interface ModelRecord {
  readonly kind: string;
  readonly url: string;
  readonly host: string;
  readonly repo: string | undefined;
  readonly version: number;
}

export interface ModelArchive {
  readonly takenAt: string;
  readonly order: LoadOrder;
  readonly records: readonly ModelRecord[];
  /** Records that are present but violate their schema. */
  readonly rejected: readonly ModelRecord[];
  /** Kinds of which a record is present but not JSON, so that nobody knows which one it is. */
  readonly unreadable: readonly string[];
  /** `nothing`: the archive was damaged and could only be read in part. */
  readonly claim: ArchiveClaim | 'nothing';
  /** Kinds that have an empty record file. */
  readonly emptyFiles: readonly string[];
  /** The request, if a manifest states it. */
  readonly scope: { readonly repositories: readonly string[]; readonly excludeReleases: boolean } | undefined;
}

type State = ReadonlyMap<string, ModelRecord>;

/** The expected result of one load: `refused`, or the id of its snapshot. */
type Outcome = 'refused' | number;

interface Moment {
  readonly id: number;
  readonly archive: ModelArchive;
  readonly state: State;
}

/** A model of a store with unlimited memory: after each load, all archives are replayed in order. */
export class MemoryModel {
  #timeline: readonly Moment[] = [];

  load(archive: ModelArchive): Outcome {
    const { takenAt, order } = archive;
    const isOlder = this.#timeline.some((moment) => moment.archive.takenAt > takenAt);
    if ((order === 'newest' && isOlder) || (order === 'history' && !isOlder)) {
      return 'refused';
    }
    const next =
      order === 'history'
        ? this.#timeline.findIndex((moment) => moment.archive.takenAt > takenAt)
        : this.#timeline.length;
    const id = this.#timeline.length + 1;
    const entries = this.#timeline.map((moment) => ({ id: moment.id, archive: moment.archive }));
    const moments: Moment[] = [];
    for (const entry of entries.toSpliced(next, 0, { id, archive })) {
      moments.push({ ...entry, state: apply(entry.archive, moments.at(-1)?.state ?? new Map()) });
    }
    this.#timeline = moments;
    return id;
  }

  snapshotIds(): readonly number[] {
    return this.#timeline.map(({ id }) => id);
  }

  stateAt(id: number): State {
    return this.#timeline.find((snapshot) => snapshot.id === id)?.state ?? new Map();
  }

  /** The versions of one record: its changes, and the first and last snapshot of each version. */
  history(key: string): readonly object[] {
    const versions: {
      change: string;
      from: number;
      until: number | undefined;
      version: number | undefined;
    }[] = [];
    let lastId = 0;
    let last: ModelRecord | undefined;
    let wasThere = false;
    for (const { id, state } of this.#timeline) {
      const now = state.get(key);
      if (now?.version !== last?.version) {
        const change =
          now === undefined ? 'vanished' : last !== undefined ? 'changed' : wasThere ? 'returned' : 'added';
        const previous = versions.at(-1);
        if (previous !== undefined) {
          previous.until = lastId;
        }
        versions.push({ change, from: id, until: undefined, version: now?.version });
      }
      wasThere ||= now !== undefined;
      last = now;
      lastId = id;
    }
    return versions;
  }

  keys(): ReadonlySet<string> {
    return new Set(this.#timeline.flatMap(({ state }) => [...state.keys()]));
  }
}

export function keyOf({ kind, url }: Pick<ModelRecord, 'kind' | 'url'>): string {
  return `${kind} ${url}`;
}

function apply(archive: ModelArchive, before: State): State {
  const now = new Map(archive.records.map((record) => [keyOf(record), record]));
  const unread = new Set(archive.rejected.map(keyOf));
  for (const [key, record] of before) {
    if (!now.has(key) && (unread.has(key) || !covers(archive, record))) {
      now.set(key, record);
    }
  }
  return now;
}

function covers(archive: ModelArchive, { kind, host, repo }: ModelRecord): boolean {
  const { claim, scope, records, rejected, unreadable, emptyFiles } = archive;
  if (claim === 'nothing' || claim === 'store') {
    return claim === 'store';
  }
  if (unreadable.includes(kind)) {
    return false;
  }
  // A repository that was asked for and is not in the archive may exist nevertheless.
  const known = [...records, ...rejected]
    .filter((record) => record.kind === 'repository' && record.host === host)
    .map((record) => record.repo);
  const owner = (name: string | undefined) => name?.split('/')[0];
  const isNamed = repo !== undefined && known.some((name) => name === repo);
  const isOwned = repo !== undefined && known.some((name) => owner(name) === owner(repo));
  if (kind === 'user' || !(claim === 'account' ? isOwned : isNamed)) {
    return false;
  }
  if (scope === undefined) {
    const hasFile =
      emptyFiles.includes(kind) || [...records, ...rejected].some((record) => record.kind === kind);
    return claim === 'account' || hasFile;
  }
  return !(kind === 'release' && scope.excludeReleases);
}
