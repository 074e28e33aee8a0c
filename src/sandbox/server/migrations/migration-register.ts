import { rm } from 'node:fs/promises';
import type { Clock } from '../../../base/clock.ts';
import type { Random } from '../../../base/random.ts';
import { pickGuid } from '../../world/random-picks.ts';
import type { World } from '../../world/world.ts';
import { fullNameOf } from '../../world/world.ts';
import type { ExportedArchive } from '../../write-archive.ts';
import type { ArchiveBuilds, Build } from './archive-builds.ts';
import {
  isArchiveKept,
  isDue,
  type MigrationFacts,
  type MigrationFate,
  type MigrationStatus,
  migrationStatus,
} from './migration-state.ts';
import type { MigrationFamily, MigrationStart } from './read-migration-body.ts';

/** A migration at a moment. */
export interface MigrationView extends MigrationFacts {
  readonly status: MigrationStatus;
  /** Defined while it can be downloaded. */
  readonly archive: ExportedArchive | undefined;
}

interface RegisterOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly builds: ArchiveBuilds;
  readonly hasInstantBuilds: boolean;
  readonly pendingMs: number;
  readonly exportMs: number;
  /** `owner/name` of repositories whose migrations fail. */
  readonly failing: readonly string[];
  /** Called once for each migration. */
  readonly takeFate: () => MigrationFate;
  readonly onExported: (migration: MigrationFacts, archive: ExportedArchive) => void;
}

interface Entry {
  readonly facts: MigrationFacts;
  readonly build: Build;
  /** Ids of the repositories that it keeps locked. */
  readonly locked: Set<number>;
  isArchiveDeleted: boolean;
}

/** All migrations of a sandbox; their states depend on the clock. */
export class MigrationRegister {
  readonly #options: RegisterOptions;
  readonly #entries = new Map<number, Entry>();
  readonly #firstId: number;

  constructor(options: RegisterOptions) {
    this.#options = options;
    this.#firstId = options.random.integer(20_000, 90_000);
  }

  /** Starts a migration of the world as it is now. */
  start(start: MigrationStart, family: MigrationFamily, world: World): MigrationView {
    const { clock, random, takeFate } = this.#options;
    const id = this.#firstId + this.#entries.size;
    const facts: MigrationFacts = {
      id,
      guid: pickGuid(random),
      archiveKey: `/migration/${id}/${random.integer(100_000, 999_999)}`,
      fate: takeFate(),
      family,
      startedAtMs: clock.now(),
      ...start,
    };
    const isFailing = this.#mustFail(facts);
    const failure = { status: 'failed', endedAtMs: facts.startedAtMs } as const;
    const build: Build = isFailing
      ? { progress: failure, archive: undefined, ended: Promise.resolve() }
      : this.#build(facts, world);
    const lockedNow = start.request.lockRepositories === true ? start.repositories : [];
    const locked = new Set(lockedNow.map((repository) => repository.id));
    const entry = { facts, build, locked, isArchiveDeleted: false };
    this.#entries.set(id, entry);
    return this.#view(entry);
  }

  /** Newest first. */
  list(family: MigrationFamily): readonly MigrationView[] {
    return this.#views()
      .filter((view) => isOf(family, view))
      .reverse();
  }

  find(id: number, family: MigrationFamily): MigrationView | undefined {
    const entry = this.#entries.get(id);
    return entry !== undefined && isOf(family, entry.facts) ? this.#view(entry) : undefined;
  }

  /** The migration whose archive can be downloaded from a path of the storage origin. */
  findArchive(archiveKey: string): MigrationView | undefined {
    return this.#views().find((view) => view.archiveKey === archiveKey && view.archive !== undefined);
  }

  /** Waits for the builds of migrations that are due, if builds are instant. */
  async untilSettled(): Promise<void> {
    const { hasInstantBuilds, clock } = this.#options;
    const due = [...this.#entries.values()].filter(({ facts }) => isDue(this.#timesOf(facts), clock.now()));
    await Promise.all(hasInstantBuilds ? due.map((entry) => entry.build.ended) : []);
  }

  async deleteArchive(id: number): Promise<void> {
    const entry = this.#entries.get(id);
    const archive = entry?.build.archive;
    if (entry !== undefined && archive !== undefined) {
      entry.isArchiveDeleted = true;
      await rm(archive.path, { force: true });
    }
  }

  /** Unlocks a repository by its name without owner; false if it was not locked. */
  unlock(id: number, repositoryName: string): boolean {
    const wanted = repositoryName.toLowerCase();
    const entry = this.#entries.get(id);
    const repository = entry?.facts.repositories.find(({ name }) => name.toLowerCase() === wanted);
    return repository !== undefined && entry?.locked.delete(repository.id) === true;
  }

  /** Ids of all locked repositories, which do not change. */
  lockedIds(): ReadonlySet<number> {
    return new Set([...this.#entries.values()].flatMap(({ locked }) => [...locked]));
  }

  /** The archive of a migration, even if it can no longer be downloaded. */
  exported(id: number): ExportedArchive | undefined {
    return this.#entries.get(id)?.build.archive;
  }

  #views(): readonly MigrationView[] {
    return [...this.#entries.values()].map((entry) => this.#view(entry));
  }

  #view({ facts, build, isArchiveDeleted }: Entry): MigrationView {
    const nowMs = this.#options.clock.now();
    const times = { ...this.#timesOf(facts), build: build.progress };
    const status = migrationStatus(times, nowMs);
    const isAvailable = isArchiveKept(status, nowMs) && !isArchiveDeleted;
    return { ...facts, status, archive: isAvailable ? build.archive : undefined };
  }

  /** A migration that stays pending is never due. */
  #timesOf({ fate, startedAtMs }: MigrationFacts) {
    const { exportMs, pendingMs } = this.#options;
    return { startedAtMs, exportMs, pendingMs: fate === 'stays pending' ? Infinity : pendingMs };
  }

  #mustFail({ fate, repositories }: MigrationFacts): boolean {
    const failing = new Set(this.#options.failing.map((name) => name.toLowerCase()));
    return (
      fate === 'fails' || repositories.some((repository) => failing.has(fullNameOf(repository).toLowerCase()))
    );
  }

  #build(facts: MigrationFacts, world: World): Build {
    const { builds, onExported } = this.#options;
    return builds.begin(facts, world, (archive) => onExported(facts, archive));
  }
}

function isOf(family: MigrationFamily, migration: MigrationFacts): boolean {
  return migration.family.type === family.type && migration.family.login === family.login;
}
