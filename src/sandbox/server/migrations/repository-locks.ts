import type { StateFile } from '../../state/state-file.ts';

/** A repository that a migration locked. Times are milliseconds since the epoch. */
interface Lock {
  readonly migrationId: number;
  readonly repositoryId: number;
  readonly fromMs: number;
  /** Absent while it is locked. */
  readonly toMs?: number;
}

/** The past and present locks of repositories; a locked one does not change. */
export class RepositoryLocks {
  #locks: readonly Lock[];
  readonly #stateFile: StateFile;

  constructor(stateFile: StateFile) {
    this.#locks = stateFile.read<readonly Lock[]>('locks') ?? [];
    this.#stateFile = stateFile;
  }

  lock(migrationId: number, repositoryIds: readonly number[], fromMs: number): void {
    if (repositoryIds.length > 0) {
      const added = repositoryIds.map((repositoryId) => ({ migrationId, repositoryId, fromMs }));
      this.#change([...this.#locks, ...added]);
    }
  }

  /** False if the migration does not hold a lock on the repository. */
  unlock(migrationId: number, repositoryId: number, toMs: number): boolean {
    const held = this.#locks.find(
      (lock) =>
        lock.migrationId === migrationId && lock.repositoryId === repositoryId && lock.toMs === undefined,
    );
    if (held !== undefined) {
      this.#change(this.#locks.map((lock) => (lock === held ? { ...held, toMs } : lock)));
    }
    return held !== undefined;
  }

  /** The lock starts after `fromMs` and includes `toMs`. */
  isLocked(repositoryId: number, atMs: number): boolean {
    return this.#locks.some(
      (lock) => lock.repositoryId === repositoryId && lock.fromMs < atMs && atMs <= (lock.toMs ?? Infinity),
    );
  }

  #change(locks: readonly Lock[]): void {
    this.#locks = locks;
    this.#stateFile.write('locks', locks);
  }
}
