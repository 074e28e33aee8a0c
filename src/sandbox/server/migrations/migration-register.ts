import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Clock, Random } from '../../../base/index.ts';
import type { ExportedArchive } from '../../archive/write-archive.ts';
import type { StateFile } from '../../state/state-file.ts';
import type { LiveWorld } from '../../world/live/live-world.ts';
import { pickGuid } from '../../world/random-picks.ts';
import type { World } from '../../world/world.ts';
import { fullNameOf } from '../../world/world.ts';
import type { ArchiveBuilds, Build } from './archive-builds.ts';
import {
  type BuildProgress,
  isArchiveKept,
  isDue,
  type KeptMigration,
  type MigrationFacts,
  type MigrationFate,
  type MigrationStatus,
  migrationStatus,
} from './migration-state.ts';
import type { MigrationFamily, MigrationStart } from './read-migration-body.ts';
import type { RepositoryLocks } from './repository-locks.ts';

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
  readonly live: LiveWorld;
  readonly locks: RepositoryLocks;
  readonly stateFile: StateFile;
}

interface Entry {
  readonly facts: MigrationFacts;
  readonly build: Build;
  readonly actionCount: number;
  isArchiveDeleted: boolean;
}

/** All migrations of a sandbox; their states depend on the clock. */
export class MigrationRegister {
  readonly #options: RegisterOptions;
  readonly #entries: Map<number, Entry>;
  readonly #firstId: number;

  constructor(options: RegisterOptions) {
    const kept = readMigrations(options.stateFile);
    this.#options = options;
    this.#entries = new Map(kept.map((migration) => [migration.facts.id, this.#restore(migration)]));
    this.#firstId = kept[0]?.facts.id ?? options.random.integer(20_000, 90_000);
    for (const entry of this.#entries.values()) {
      this.#watch(entry);
    }
  }

  start(start: MigrationStart, family: MigrationFamily): MigrationView {
    const { clock, random, takeFate, locks, live } = this.#options;
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
    const build = isFailing ? endedBuild(failure) : this.#build(facts, live.world());
    const entry = { facts, build, actionCount: live.actionCount(), isArchiveDeleted: false };
    this.#entries.set(id, entry);
    if (start.request.lockRepositories === true) {
      const ids = start.repositories.map((repository) => repository.id);
      locks.lock(id, ids, clock.now());
    }
    this.#keep();
    this.#watch(entry);
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
      this.#keep();
      await rm(archive.path, { force: true });
    }
  }

  /** Unlocks a repository by its name without owner; false if it was not locked. */
  unlock(id: number, repositoryName: string): boolean {
    const { locks, clock } = this.#options;
    const wanted = repositoryName.toLowerCase();
    const { repositories = [] } = this.#entries.get(id)?.facts ?? {};
    const repository = repositories.find(({ name }) => name.toLowerCase() === wanted);
    return repository !== undefined && locks.unlock(id, repository.id, clock.now());
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

  #watch({ build }: Entry): void {
    void build.ended.then(() => this.#keep());
  }

  #keep(): void {
    const kept = [...this.#entries.values()].map(({ facts, build, ...entry }): KeptMigration => {
      const { repositories: _, ...rest } = facts;
      return { facts: rest, ...entry, progress: build.progress, archive: build.archive };
    });
    this.#options.stateFile.write('migrations', kept);
  }

  /** A build that a killed sandbox did not complete is repeated with the world at that time. */
  #restore({ facts: kept, progress, archive, actionCount, isArchiveDeleted }: KeptMigration): Entry {
    const { live } = this.#options;
    const world = live.worldAfter(actionCount);
    const names = new Set(kept.request.repositories);
    const repositories = world.repositories.filter((repository) => names.has(fullNameOf(repository)));
    const facts = { ...kept, repositories };
    const isRunning = progress.status === 'running';
    // The archive may have been removed.
    const isGone = archive !== undefined && !existsSync(archive.path);
    return {
      facts,
      build: isRunning ? this.#build(facts, world) : endedBuild(progress, archive),
      actionCount,
      isArchiveDeleted: isArchiveDeleted || isGone,
    };
  }
}

function isOf(family: MigrationFamily, migration: MigrationFacts): boolean {
  return migration.family.type === family.type && migration.family.login === family.login;
}

function endedBuild(progress: BuildProgress, archive?: ExportedArchive): Build {
  return { progress, archive, ended: Promise.resolve() };
}

/** The migrations of earlier runs, oldest first. */
export function readMigrations(stateFile: StateFile): readonly KeptMigration[] {
  return stateFile.read<readonly KeptMigration[]>('migrations') ?? [];
}
