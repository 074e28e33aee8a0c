/** How long each state lasts in the sandboxes that the model is compared with. */
export const PENDING_MS = 60_000;
export const EXPORTING_MS = 240_000;

/** How long an archive can be downloaded (specification 3 and 8.3). */
const KEPT_MS = 7 * 86_400_000;

interface ModelMigration {
  readonly startedAtMs: number;
  /** Bound to end as `failed`. */
  readonly isFailing: boolean;
  readonly locked: Set<string>;
  isArchiveDeleted: boolean;
}

/**
 * Section 3 of the specification in a few lines, with what it leaves open as the facts have it: a migration is
 * pending, then exporting, then exported or failed for good; its archive is there for seven days or until it is deleted.
 */
export class MigrationModel {
  readonly #migrations: ModelMigration[] = [];
  #nowMs = 0;

  advance(durationMs: number): void {
    this.#nowMs += durationMs;
  }

  /** Their number; they are identified by the order in which they were started. */
  get count(): number {
    return this.#migrations.length;
  }

  start(
    repositories: readonly string[],
    options: { readonly isLocking: boolean; readonly isFailing: boolean },
  ): void {
    this.#migrations.push({
      startedAtMs: this.#nowMs,
      isFailing: options.isFailing,
      locked: new Set(options.isLocking ? repositories : []),
      isArchiveDeleted: false,
    });
  }

  stateOf(index: number): string {
    const { startedAtMs, isFailing } = this.#at(index);
    const age = this.#nowMs - startedAtMs;
    if (age < PENDING_MS) {
      return 'pending';
    }
    if (age < PENDING_MS + EXPORTING_MS) {
      return 'exporting';
    }
    return isFailing ? 'failed' : 'exported';
  }

  hasArchive(index: number): boolean {
    const { startedAtMs, isArchiveDeleted } = this.#at(index);
    const exportedForMs = this.#nowMs - startedAtMs - PENDING_MS - EXPORTING_MS;
    return this.stateOf(index) === 'exported' && exportedForMs < KEPT_MS && !isArchiveDeleted;
  }

  /** True when there was an archive to delete. */
  deleteArchive(index: number): boolean {
    const hadArchive = this.hasArchive(index);
    this.#at(index).isArchiveDeleted ||= hadArchive;
    return hadArchive;
  }

  /** True when the repository was locked. */
  unlock(index: number, repository: string): boolean {
    return this.#at(index).locked.delete(repository);
  }

  #at(index: number): ModelMigration {
    const migration = this.#migrations[index];
    if (migration === undefined) {
      throw new RangeError(`Cannot find migration ${index}: there are ${this.count}`);
    }
    return migration;
  }
}
