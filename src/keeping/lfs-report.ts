import { countText, formatSize } from '../base/sizes.ts';
import type { LfsPointer } from '../model/lfs.ts';
import { type Completeness, type CompletenessCheck, MAX_COMPLETENESS_DETAILS } from '../vault/manifest.ts';

/** The files that repositories have in Git LFS, and what became of them. */
export interface LfsReport {
  /** Distinct files that pointers name, and their size. */
  readonly files: number;
  readonly sizeBytes: number;
  /** Those that this run fetched, and what it received for them. */
  readonly fetched: number;
  readonly receivedBytes: number;
  /** Those that the vault does not have. */
  readonly missing: number;
  /** Repositories whose pointers could not all be read. */
  readonly unread: number;
  /** The first of these and those, by repository, path and commit, with the reason. */
  readonly details: readonly string[];
}

/** What the pointers of a snapshot name. */
interface Tally {
  files: number;
  missing: number;
  readonly unread: string[];
  readonly details: string[];
}

/** The pointers of a repository. */
interface FoundFiles {
  readonly pointers: readonly LfsPointer[];
  /** The files that the vault has, by digest. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Where the first pointers without a file are. */
  readonly details: readonly string[];
}

/** Counts what a run finds, for the whole vault and for each snapshot. */
export class LfsTally {
  readonly #sizes = new Map<string, number>();
  readonly #missing = new Set<string>();
  readonly #unread: string[] = [];
  readonly #details: string[] = [];
  readonly #bySnapshot = new Map<number, Tally>();

  /** @param snapshotIds those that have a verdict even if they have no repositories */
  constructor(snapshotIds: readonly number[]) {
    for (const id of snapshotIds) {
      this.#of(id);
    }
  }

  /** Adds a repository that these snapshots have. */
  add(snapshotIds: readonly number[], { pointers, sizes, details }: FoundFiles): void {
    const files = new Map(pointers.map((pointer) => [pointer.oid, pointer.sizeBytes]));
    let missing = 0;
    for (const [oid, sizeBytes] of files) {
      this.#sizes.set(oid, sizes.get(oid) ?? sizeBytes);
      if (!sizes.has(oid)) {
        this.#missing.add(oid);
        missing += 1;
      }
    }
    addSome(this.#details, details);
    for (const tally of snapshotIds.map((id) => this.#of(id))) {
      tally.files += files.size;
      tally.missing += missing;
      addSome(tally.details, details);
    }
  }

  /** A repository that cannot be read may have pointers. */
  addUnread(snapshotIds: readonly number[], detail: string): void {
    this.#unread.push(detail);
    for (const tally of snapshotIds.map((id) => this.#of(id))) {
      tally.unread.push(detail);
    }
  }

  report({ fetched, receivedBytes }: Pick<LfsReport, 'fetched' | 'receivedBytes'>): LfsReport {
    return {
      files: this.#sizes.size,
      sizeBytes: [...this.#sizes.values()].reduce((sum, sizeBytes) => sum + sizeBytes, 0),
      fetched,
      receivedBytes,
      missing: this.#missing.size,
      unread: this.#unread.length,
      details: [...this.#unread, ...this.#details].slice(0, MAX_COMPLETENESS_DETAILS),
    };
  }

  /** Whether each snapshot has all of its files. */
  checks(): ReadonlyMap<number, CompletenessCheck> {
    return new Map([...this.#bySnapshot].map(([id, tally]) => [id, checkOf(tally)]));
  }

  #of(snapshotId: number): Tally {
    const tally = this.#bySnapshot.get(snapshotId) ?? {
      files: 0,
      missing: 0,
      unread: [],
      details: [],
    };
    this.#bySnapshot.set(snapshotId, tally);
    return tally;
  }
}

function addSome(list: string[], details: readonly string[]): void {
  list.push(...details.slice(0, Math.max(0, MAX_COMPLETENESS_DETAILS - list.length)));
}

function checkOf({ files: count, missing, unread, details }: Tally): CompletenessCheck {
  const files = countText(count, 'file');
  const summary =
    missing > 0
      ? `${missing} of ${files} in Git LFS ${missing === 1 ? 'is' : 'are'} missing`
      : count === 0
        ? 'No repository has files in Git LFS'
        : `Every file in Git LFS is there: ${files}`;
  const rest = unread.length === 0 ? '' : `; ${describeUnread(unread.length)}`;
  return {
    name: 'lfs',
    result: missing > 0 || unread.length > 0 ? 'incomplete' : 'complete',
    summary: `${summary}${rest}`,
    details: [...unread, ...details].slice(0, MAX_COMPLETENESS_DETAILS),
  };
}

function describeUnread(count: number): string {
  return `the files of ${countText(count, 'repository', 'repositories')} are not all known`;
}

/** The verdict on an archive with that on its files in Git LFS. */
export function withLfsCheck({ checks, outside }: Completeness, check: CompletenessCheck): Completeness {
  const all = [...checks.filter(({ name }) => name !== 'lfs'), check];
  const isComplete = all.every(({ result }) => result !== 'incomplete');
  // They are no longer outside of the vault; nothing else is listed there.
  return check.result === 'unknown' && outside !== undefined
    ? { isComplete, checks: all, outside }
    : { isComplete, checks: all };
}

/** What was done, as a sentence without a final period. */
export function describeLfs(report: LfsReport): string {
  const { files, sizeBytes, fetched, receivedBytes, missing, unread } = report;
  const received = fetched === 0 ? '' : `; fetched ${fetched} of them (${formatSize(receivedBytes)})`;
  const lacking = missing === 0 ? '' : `; ${missing} ${missing === 1 ? 'is' : 'are'} MISSING`;
  const unknown = unread === 0 ? '' : `; ${describeUnread(unread)}`;
  return `${countText(files, 'file')} in Git LFS (${formatSize(sizeBytes)})${received}${lacking}${unknown}`;
}

/** Whether a run has to be repeated, or looked at. */
export function isLfsWhole({ missing, unread }: LfsReport): boolean {
  return missing === 0 && unread === 0;
}
