/** A repository that a migration locked, as the state of a sandbox remembers it. Times are milliseconds since the epoch. */
export interface KeptLock {
  readonly migrationId: number;
  readonly repositoryId: number;
  readonly fromMs: number;
  /** Absent while it is locked. */
  readonly toMs?: number;
}

/** Which repositories are locked, and were when: nothing happens in a locked one. */
export interface RepositoryLocks {
  lock(migrationId: number, repositoryIds: readonly number[], atMs: number): void;
  /** False where the migration holds no lock of the repository. */
  unlock(migrationId: number, repositoryId: number, atMs: number): boolean;
  /** What happens at the moment of locking came before it; what happens at that of unlocking did too. */
  isLocked(repositoryId: number, atMs: number): boolean;
}

/** Creates the book of locks, with those of an earlier run; `onChange` hears of every change. */
export function createRepositoryLocks(
  kept: readonly KeptLock[],
  onChange: (locks: readonly KeptLock[]) => void,
): RepositoryLocks {
  let locks = kept;
  const change = (changed: readonly KeptLock[]) => {
    locks = changed;
    onChange(locks);
  };
  return {
    lock(migrationId, repositoryIds, fromMs) {
      if (repositoryIds.length > 0) {
        change([...locks, ...repositoryIds.map((repositoryId) => ({ migrationId, repositoryId, fromMs }))]);
      }
    },
    unlock(migrationId, repositoryId, toMs) {
      const held = locks.find(
        (lock) =>
          lock.migrationId === migrationId && lock.repositoryId === repositoryId && lock.toMs === undefined,
      );
      if (held !== undefined) {
        change(locks.map((lock) => (lock === held ? { ...held, toMs } : lock)));
      }
      return held !== undefined;
    },
    isLocked: (repositoryId, atMs) =>
      locks.some(
        (lock) =>
          lock.repositoryId === repositoryId &&
          lock.fromMs < atMs &&
          atMs <= (lock.toMs ?? Number.POSITIVE_INFINITY),
      ),
  };
}
