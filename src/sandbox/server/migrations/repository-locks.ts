/** A repository that a migration locked, as the state of a sandbox remembers it. Times are milliseconds since the epoch. */
export interface KeptLock {
  readonly migrationId: number;
  readonly repositoryId: number;
  readonly fromMs: number;
  /** Absent while it is locked. */
  readonly toMs?: number;
}

/** Which repositories are locked, and were when: nothing happens in a locked one. `onChange` is called with every change. */
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

  /** False where the migration holds no lock of the repository. */
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

  /** What happens at the moment of locking came before it; what happens at that of unlocking did too. */
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
