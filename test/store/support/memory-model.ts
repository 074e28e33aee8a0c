import type { LoadOrder } from '../../../src/store/index.ts';

/** A record of a made-up world. */
export interface ModelRecord {
  readonly kind: string;
  readonly url: string;
  readonly repo: string | undefined;
  readonly version: number;
}

/** An archive of a made-up world. */
export interface ModelArchive {
  readonly takenAt: string;
  readonly order: LoadOrder;
  readonly records: readonly ModelRecord[];
  /** Kinds that have a file without records. */
  readonly emptyFiles: readonly string[];
  /** The request, where a manifest tells it. */
  readonly scope: { readonly repositories: readonly string[]; readonly excludeReleases: boolean } | undefined;
}

type State = ReadonlyMap<string, ModelRecord>;

/** What one load should have done: `refused`, or the number of its snapshot. */
type Outcome = 'refused' | number;

/** A store as one would write it who had all the memory in the world: every snapshot is a whole state. */
export class MemoryModel {
  readonly #timeline: { readonly id: number; readonly takenAt: string; readonly state: State }[] = [];

  load(archive: ModelArchive): Outcome {
    const { takenAt, order } = archive;
    const isOlder = this.#timeline.some((snapshot) => snapshot.takenAt > takenAt);
    if ((order === 'newest' && isOlder) || (order === 'history' && !isOlder)) {
      return 'refused';
    }
    const next =
      order === 'history'
        ? this.#timeline.findIndex((snapshot) => snapshot.takenAt > takenAt)
        : this.#timeline.length;
    const id = this.#timeline.length + 1;
    const state = apply(archive, this.#timeline[next - 1]?.state ?? new Map());
    this.#timeline.splice(next, 0, { id, takenAt, state });
    return id;
  }

  snapshotIds(): readonly number[] {
    return this.#timeline.map(({ id }) => id);
  }

  stateAt(id: number): State {
    return this.#timeline.find((snapshot) => snapshot.id === id)?.state ?? new Map();
  }

  /** The versions of one record: what changed, and from and until which snapshot it held. */
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
  for (const [key, record] of before) {
    if (!now.has(key) && !covers(archive, record)) {
      now.set(key, record);
    }
  }
  return now;
}

function covers({ scope, records, emptyFiles }: ModelArchive, { kind, repo }: ModelRecord): boolean {
  const present = records.filter((record) => record.kind === 'repository').map((record) => record.repo);
  const isNamed =
    repo !== undefined && (present.includes(repo) || scope?.repositories.includes(repo) === true);
  if (!isNamed || kind === 'user') {
    return false;
  }
  return scope === undefined
    ? emptyFiles.includes(kind) || records.some((record) => record.kind === kind)
    : !(kind === 'release' && scope.excludeReleases);
}
