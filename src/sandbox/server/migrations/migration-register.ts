import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Clock, Random } from '../../../base/index.ts';
import type { ExportedArchive } from '../../archive/write-archive.ts';
import { pickGuid } from '../../world/chance.ts';
import type { Life } from '../../world/life/create-life.ts';
import { fullNameOf } from '../../world/repository/scene.ts';
import type { World } from '../../world/world.ts';
import { type ArchiveBuilds, type Build, type BuildJob, createEndedBuild } from './archive-builds.ts';
import type { MigrationFamily, MigrationOrder } from './migration-order.ts';
import {
  type BuildProgress,
  isArchiveKept,
  isDue,
  type KeptMigration,
  type MigrationFacts,
  type MigrationFate,
  type MigrationStanding,
  migrationStanding,
} from './migration-state.ts';
import type { RepositoryLocks } from './repository-locks.ts';

/** A migration as it stands at the moment of asking. */
export interface MigrationView extends MigrationFacts {
  readonly standing: MigrationStanding;
  /** The archive, while it can be downloaded. */
  readonly archive: ExportedArchive | undefined;
}

/** All migrations of a sandbox. */
export interface MigrationRegister {
  start(order: MigrationOrder, family: MigrationFamily): MigrationView;
  /** Newest first. */
  list(family: MigrationFamily): readonly MigrationView[];
  find(id: number, family: MigrationFamily): MigrationView | undefined;
  /** The migration whose archive lies at a path of the storage origin, while it can be downloaded. */
  findArchive(archiveKey: string): MigrationView | undefined;
  /** Resolves when every state is final for this moment: where builds are instant, that means waiting for them. */
  untilSettled(): Promise<void>;
  /** Deletes the archive for good. */
  deleteArchive(id: number): Promise<void>;
  /** Unlocks a repository by its name without owner; false when it was not locked. */
  unlock(id: number, repositoryName: string): boolean;
  /** What was written for a migration, also when it can no longer be downloaded. */
  exported(id: number): ExportedArchive | undefined;
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
  /** Tells, once for each migration, what is to become of it. */
  readonly takeFate: () => MigrationFate;
  readonly onExported: (migration: MigrationFacts, archive: ExportedArchive) => void;
  readonly life: Life;
  readonly locks: RepositoryLocks;
  /** Migrations of an earlier run, oldest first. */
  readonly kept: readonly KeptMigration[];
  /** Hears of every change. */
  readonly onChange: (migrations: readonly KeptMigration[]) => void;
}

interface Entry {
  readonly facts: MigrationFacts;
  /** Undefined for a migration that is bound to fail. */
  readonly build: Build | undefined;
  readonly deedCount: number;
  isArchiveDeleted: boolean;
}

/** Keeps migrations and tells their state by the clock. */
export function createMigrationRegister(options: RegisterOptions): MigrationRegister {
  const { clock, random } = options;
  const entries = new Map(options.kept.map((kept) => [kept.facts.id, restoreEntry(kept, options)]));
  const firstId = options.kept[0]?.facts.id ?? random.integer(20_000, 90_000);
  const changed = () => options.onChange([...entries.values()].map(keepEntry));
  const watch = ({ build }: Entry) => void build?.ended.then(changed);
  for (const entry of entries.values()) {
    watch(entry);
  }
  const views = () => [...entries.values()].map((entry) => viewEntry(entry, options));

  return {
    start(order, family) {
      const id = firstId + entries.size;
      const entry = createEntry(
        { ...newFacts(id, options), ...order, family, startedAtMs: clock.now() },
        options,
      );
      entries.set(id, entry);
      if (order.request.lockRepositories === true) {
        const ids = order.repositories.map((repository) => repository.id);
        options.locks.lock(id, ids, clock.now());
      }
      changed();
      watch(entry);
      return viewEntry(entry, options);
    },
    list: (family) =>
      views()
        .filter((view) => isOf(family, view))
        .reverse(),
    find(id, family) {
      const entry = entries.get(id);
      return entry !== undefined && isOf(family, entry.facts) ? viewEntry(entry, options) : undefined;
    },
    findArchive: (archiveKey) =>
      views().find((view) => view.archiveKey === archiveKey && view.archive !== undefined),
    async untilSettled() {
      if (!options.hasInstantBuilds) {
        return;
      }
      const due = [...entries.values()].filter(({ facts }) => isDue(timesOf(facts, options), clock.now()));
      await Promise.all(due.map((entry) => entry.build?.ended));
    },
    async deleteArchive(id) {
      const entry = entries.get(id);
      const archive = entry?.build?.archive();
      if (entry !== undefined && archive !== undefined) {
        entry.isArchiveDeleted = true;
        changed();
        await rm(archive.path, { force: true });
      }
    },
    unlock(id, repositoryName) {
      const wanted = repositoryName.toLowerCase();
      const { repositories = [] } = entries.get(id)?.facts ?? {};
      const repository = repositories.find(({ name }) => name.toLowerCase() === wanted);
      return repository !== undefined && options.locks.unlock(id, repository.id, clock.now());
    },
    exported: (id) => entries.get(id)?.build?.archive(),
  };
}

function isOf(family: MigrationFamily, migration: MigrationFacts): boolean {
  return migration.family.type === family.type && migration.family.login === family.login;
}

function newFacts(
  id: number,
  { random, takeFate }: RegisterOptions,
): Pick<MigrationFacts, 'archiveKey' | 'fate' | 'guid' | 'id'> {
  return {
    id,
    guid: pickGuid(random),
    archiveKey: `/migration/${id}/${random.integer(100_000, 999_999)}`,
    fate: takeFate(),
  };
}

/** A migration that stays pending is due at no time. */
function timesOf({ fate, startedAtMs }: MigrationFacts, { pendingMs, exportMs }: RegisterOptions) {
  return {
    startedAtMs,
    exportMs,
    pendingMs: fate === 'stays pending' ? Number.POSITIVE_INFINITY : pendingMs,
  };
}

function createEntry(facts: MigrationFacts, options: RegisterOptions): Entry {
  const { repositories } = facts;
  const failing = new Set(options.failing.map((name) => name.toLowerCase()));
  const mustFail =
    facts.fate === 'fails' ||
    repositories.some((repository) => failing.has(fullNameOf(repository).toLowerCase()));
  return {
    facts,
    build: mustFail ? undefined : options.builds.begin(jobOf(facts, options.life.world(), options)),
    deedCount: options.life.deedCount(),
    isArchiveDeleted: false,
  };
}

function jobOf(facts: MigrationFacts, world: World, { onExported }: RegisterOptions): BuildJob {
  const { id: migrationId, guid, request } = facts;
  return { migrationId, guid, request, world, onBuilt: (archive) => onExported(facts, archive) };
}

function keepEntry({ facts, build, deedCount, isArchiveDeleted }: Entry): KeptMigration {
  const { repositories: _, ...kept } = facts;
  const archive = build?.archive();
  return {
    facts: kept,
    deedCount,
    isArchiveDeleted,
    progress: build?.progress() ?? failedAt(facts),
    ...(archive === undefined ? {} : { archive }),
  };
}

/** A build that a killed sandbox left is done again, of the world as it was. */
function restoreEntry({ facts: kept, ...rest }: KeptMigration, options: RegisterOptions): Entry {
  const { life, builds } = options;
  const world = life.worldAfter(rest.deedCount);
  const names = new Set(kept.request.repositories);
  const repositories = world.repositories.filter((repository) => names.has(fullNameOf(repository)));
  const facts = { ...kept, repositories };
  return {
    facts,
    build:
      rest.progress.status === 'running'
        ? builds.begin(jobOf(facts, world, options))
        : createEndedBuild(rest.progress, rest.archive),
    deedCount: rest.deedCount,
    // The folder with the archives may have been cleared.
    isArchiveDeleted: rest.isArchiveDeleted || (rest.archive !== undefined && !existsSync(rest.archive.path)),
  };
}

function failedAt({ startedAtMs }: MigrationFacts): BuildProgress {
  return { status: 'failed', endedAtMs: startedAtMs };
}

function viewEntry({ facts, build, isArchiveDeleted }: Entry, options: RegisterOptions): MigrationView {
  const nowMs = options.clock.now();
  const progress: BuildProgress = build?.progress() ?? failedAt(facts);
  const standing = migrationStanding({ ...timesOf(facts, options), build: progress }, nowMs);
  const isAvailable = isArchiveKept(standing, nowMs) && !isArchiveDeleted;
  return { ...facts, standing, archive: isAvailable ? build?.archive() : undefined };
}
