/** A repository that a migration locked, in the state file. Times are milliseconds since the epoch. */
export interface KeptLock {
  readonly migrationId: number;
  readonly repositoryId: number;
  readonly fromMs: number;
  /** Absent while it is locked. */
  readonly toMs?: number;
}

/** The past and present locks of repositories; a locked one does not change. */
export class RepositoryLocks {
  #locks: readonly KeptLock[];
  readonly #onChange: (locks: readonly KeptLock[]) => void;

  constructor(kept: readonly KeptLock[], onChange: (locks: readonly KeptLock[]) => void) {
    this.#locks = kept;
    this.#onChange = onChange;
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

  #change(locks: readonly KeptLock[]): void {
    this.#locks = locks;
    this.#onChange(locks);
  }
}
