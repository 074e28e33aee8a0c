import { proveWhole } from '../archive/check-container.ts';
import { definedMembers } from '../base/json.ts';
import { countText } from '../base/sizes.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { type DownloadedArchive, downloadArchive, findDownloaded } from '../export/download-archive.ts';
import type { Throttle } from '../export/fetch-archive.ts';
import { type ObtainedMigration, obtainMigration } from '../export/obtain-migration.ts';
import { readKnownMigration } from '../export/read-known-migration.ts';
import { type WaitOptions, waitForMigration } from '../export/wait-for-migration.ts';
import { Failure } from '../model/failure.ts';
import type { FailureCode } from '../model/failures.table.ts';
import type { Migration, MigrationId, MigrationState } from '../model/migrations.ts';
import type { Part } from '../model/parts.ts';
import { archiveName } from '../vault/archive-name.ts';
import {
  findDownloads,
  findMigrationsOf,
  findSpentMigrations,
  readPartHistories,
} from '../vault/backup-history.ts';
import { findUsualWait } from '../vault/summarize-runs.ts';
import { type BackupRun, linesOf } from './backup-options.ts';
import { finishOwedWork } from './finish-owed-work.ts';

export type PartOutcome = ExportedPart | FailedPart;

export interface ExportedPart {
  readonly type: 'exported';
  readonly part: Part;
  readonly migration: Migration;
  readonly origin: ObtainedMigration['origin'];
  readonly archive: DownloadedArchive;
}

export interface FailedPart {
  readonly type: 'failed';
  readonly part: Part;
  readonly failure: Failure;
}

/** How many migrations a part may use: an unusable one is replaced. */
const MAX_MIGRATIONS_OF_PART = 3;

export interface PartWork {
  readonly backup: string;
  readonly throttle: Throttle | undefined;
  /** Recent migrations at the service; requested once for all parts. */
  readonly listCandidates: () => Promise<readonly Migration[]>;
}

/** Takes one part from its migration to a complete archive in the vault, continuing where an earlier run stopped. */
export async function exportPart(part: Part, work: PartWork, run: BackupRun): Promise<PartOutcome> {
  for (let tries = 1; ; tries += 1) {
    const history = readPartHistories(linesOf(run))(work.backup, part.name);
    if (history.hasFailed) {
      return { type: 'failed', part, failure: failedBefore(part, history.migration?.id) };
    }
    const isLast = tries === MAX_MIGRATIONS_OF_PART;
    // The last attempt always uses a new migration of our own, however many adopted ones have expired.
    const obtained = await obtain(part, work, isLast ? { ...run, fresh: true } : run);
    try {
      const migration = await waitFor(obtained, run);
      await finishOwedWork(run);
      const archive = await download(migration, work, run);
      return { type: 'exported', part, migration, origin: obtained.origin, archive };
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      const ending = await endingOf(error, { part, obtained, isLast }, run);
      if (ending !== undefined) {
        return ending;
      }
    }
  }
}

async function obtain(
  part: Part,
  { backup, listCandidates }: PartWork,
  run: BackupRun,
): Promise<ObtainedMigration> {
  const { service, journal, vault, clock, signal, fresh, migration: namedId, onEvent } = run;
  const lines = linesOf(run);
  const obtained = await obtainMigration({
    migrations: service.migrations,
    request: part.request,
    part: part.name,
    history: readPartHistories(lines)(backup, part.name),
    repositoryIds: service.repositories.idsOf(part.request.repositories),
    listCandidates,
    journal,
    clock,
    signal,
    onTrouble: reportTrouble(run),
    namedId,
    mayAdopt: fresh !== true,
    exceptIds: new Set([
      ...findSpentMigrations(lines),
      ...findMigrationsOf(lines, backup),
      ...(await vault.manifests()).flatMap(({ migration, baseUrl }) =>
        migration !== undefined && baseUrl === service.baseUrl.href ? [migration.id] : [],
      ),
    ]),
    onLost(sentAtMs) {
      const sentAt = formatTimestamp(sentAtMs);
      const message = `The start request at ${sentAt} got no answer, and the service lists no migration for it: starting another one`;
      onEvent({ type: 'trouble', message });
    },
  });
  const { migration, origin } = obtained;
  onEvent({
    type: 'started',
    migrationId: migration.id,
    origin,
    createdAt: migration.createdAt,
    repositories: part.request.repositories.length,
    isLocking: part.request.lockRepositories === true && migration.state !== 'exported',
  });
  return obtained;
}

async function waitFor({ migration, origin }: ObtainedMigration, run: BackupRun): Promise<Migration> {
  const { id } = migration;
  const { service, clock, random, signal, journal, onEvent, pollInterval, timeout } = run;
  if (migration.state === 'exported' && origin !== 'started') {
    return migration;
  }
  const usualMs = findUsualWait(linesOf(run));
  let seen: MigrationState | undefined;
  const { migrations } = service;
  const onTrouble = reportTrouble(run);
  await waitForMigration({
    ...definedMembers({ pollIntervalMs: pollInterval, deadlineMs: timeout }),
    migrations,
    id,
    isKnown: true,
    clock,
    random,
    signal,
    onState({ state }, elapsedMs, nextPollMs) {
      if (state !== seen) {
        journal.note({ type: 'state-seen', migrationId: id, state });
        seen = state;
      }
      onEvent({ type: 'waiting', migrationId: id, state, elapsedMs, nextPollMs, usualMs });
    },
    onTrouble,
  });
  // Once including the repositories, which polling omits.
  return await readKnownMigration({ migrations, id, clock, signal, onTrouble });
}

function reportTrouble({ onEvent }: BackupRun): NonNullable<WaitOptions['onTrouble']> {
  return ({ message }, nextPollMs) => onEvent({ type: 'trouble', message, nextPollMs });
}

async function download(
  migration: Migration,
  { throttle }: PartWork,
  run: BackupRun,
): Promise<DownloadedArchive> {
  const { service, vault, clock, signal, journal, account, onEvent } = run;
  const { id: migrationId } = migration;
  const name = archiveName(account, migration);
  const path = vault.archivePath(name);
  const prove = async (provenPath: string) => await proveWhole(provenPath, signal);
  const noted = findDownloads(linesOf(run)).get(migrationId);
  const present = await findDownloaded(path, prove);
  if (present !== undefined && noted?.sha256 === present.sha256) {
    return present;
  }
  const archive =
    present ??
    (await downloadArchive({
      migrations: service.migrations,
      id: migrationId,
      path,
      prove,
      clock,
      signal,
      throttle,
      journal,
      disk: vault.disk,
      onProgress: (doneBytes, totalBytes) =>
        onEvent({ type: 'downloading', migrationId, doneBytes, totalBytes }),
      onTrouble: (failure) => onEvent({ type: 'trouble', message: failure.message }),
    }));
  const { sizeBytes, sha256 } = archive;
  await journal.write({ type: 'downloaded', migrationId, archive: name, sizeBytes, sha256 });
  onEvent({ type: 'downloaded', migrationId, path, sizeBytes, sha256 });
  return archive;
}

/** Failures after which a migration is unusable. */
const USELESS: ReadonlySet<FailureCode> = new Set(['absent', 'archive-damaged', 'migration-failed']);

interface PartTrouble {
  readonly part: Part;
  readonly obtained: ObtainedMigration;
  readonly isLast: boolean;
}

/**
 * Decides what a failure means for a part: its failure, another migration (undefined), or the end of the run (throws).
 */
async function endingOf(
  failure: Failure,
  { part, obtained, isLast }: PartTrouble,
  run: BackupRun,
): Promise<FailedPart | undefined> {
  const { journal } = run;
  const { origin, migration } = obtained;
  const { id: migrationId } = migration;
  if (failure.code === 'migration-failed' && run.migration === undefined) {
    const repositories = part.request.repositories.length;
    await journal.write({ type: 'part-failed', part: part.name, migrationId, repositories });
    await finishOwedWork(run);
    return { type: 'failed', part, failure };
  }
  if (USELESS.has(failure.code)) {
    const reason = failure.message;
    await journal.write({ type: 'part-abandoned', part: part.name, migrationId, reason });
    // A migration from before this run may simply have expired. A new one, or the one that was named, must be reported.
    const isOld = failure.code === 'absent' && origin !== 'started' && origin !== 'named';
    if (isOld && !isLast) {
      run.onEvent({ type: 'trouble', message: reason });
      return undefined;
    }
  }
  throw failure;
}

function failedBefore({ request }: Part, migrationId: MigrationId | undefined): Failure {
  return new Failure(
    'migration-failed',
    `Cannot export migration ${migrationId}: the service reported that the export of ${countText(request.repositories.length, 'repository', 'repositories')} failed`,
    { details: { id: migrationId } },
  );
}
