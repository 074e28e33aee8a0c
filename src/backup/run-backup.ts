import { checkContainer, openArchiveSource } from '../archive/index.ts';
import { type Clock, definedMembers, Failure, totalOf } from '../base/index.ts';
import type { Account, Migrations, Repositories } from '../endpoints/index.ts';
import {
  type DownloadedArchive,
  downloadArchive,
  startMigration,
  waitForMigration,
} from '../export/index.ts';
import { createGitStage } from '../git/index.ts';
import { loadArchiveSource, type VerifiedLoad } from '../load/index.ts';
import {
  isSameRepository,
  type Migration,
  type MigrationOwner,
  type MigrationRequest,
} from '../model/index.ts';
import { foldersIn } from '../store/index.ts';
import type { Manifest, Vault } from '../vault/index.ts';
import { archiveName } from './archive-name.ts';
import type { BackupEvent } from './backup-event.ts';
import type { BackupReport } from './backup-report.ts';
import { type CaptureReport, type CaptureWork, captureFromService } from './capture-from-service.ts';
import { chooseRepositories, type RequestWish } from './choose-repositories.ts';

/** The service as a backup sees it: one account or organization. */
export interface BackupService {
  readonly baseUrl: URL;
  readonly owner: MigrationOwner;
  readonly migrations: Migrations;
  readonly repositories: Repositories;
  getAccount(): Promise<Account>;
}

export interface BackupOptions {
  readonly service: BackupService;
  readonly vault: Vault;
  readonly wish: RequestWish;
  readonly clock: Clock;
  /** Written into the manifest. */
  readonly satchelVersion: string;
  readonly pollIntervalMs?: number | undefined;
  /** How long to wait for the migration; without it, as long as it takes. */
  readonly deadlineMs?: number | undefined;
  /** Whether repositories are kept beside the store too; the archive has them in any case. */
  readonly keepsGit?: boolean;
  /** What is kept beside the archive: events, notifications, alerts, budgets. */
  readonly captures?: CaptureWork | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: BackupEvent) => void;
}

/**
 * The whole chain, step by step: whose work, which repositories, start, wait, download, load, note down, capture.
 * Fails where a step fails; what was finished before stays, and nothing half-done has a final name.
 */
export async function runBackup(options: BackupOptions): Promise<BackupReport> {
  const unlock = await options.vault.lock('satchel backup');
  try {
    const account = await findAccount(options);
    const request = await chooseRequest(options);
    const started = await start(request, options);
    const migration = await wait(started, options);
    const archive = await download(account, migration, options);
    const loaded = await load(archive, migration, request, options);
    const manifest = await noteDown({ account, request, migration, archive, loaded }, options);
    const captures = await keepCaptures(account, migration, options);
    return { ...reportOf({ account, request, migration, archive, loaded }, manifest, options), captures };
  } finally {
    await unlock();
  }
}

interface Results {
  readonly account: string;
  readonly request: MigrationRequest;
  readonly migration: Migration;
  readonly archive: DownloadedArchive;
  readonly loaded: VerifiedLoad;
}

/** The first call of all: it proves the base URL and the token before anything is started. */
async function findAccount({ service, onEvent }: BackupOptions): Promise<string> {
  const { login } = await service.getAccount();
  onEvent({ type: 'account', login });
  return service.owner.type === 'user' ? login : service.owner.name;
}

async function chooseRequest({ service, wish, onEvent }: BackupOptions): Promise<MigrationRequest> {
  const request = await chooseRepositories(wish, service);
  onEvent({ type: 'repositories', asked: request.repositories });
  return request;
}

async function start(request: MigrationRequest, { service, onEvent }: BackupOptions): Promise<Migration> {
  const { migration, isAdopted } = await startMigration({ migrations: service.migrations, request });
  onEvent({ type: 'started', migrationId: migration.id, isAdopted });
  return migration;
}

async function wait({ id }: Migration, options: BackupOptions): Promise<Migration> {
  const { service, clock, signal, onEvent, pollIntervalMs, deadlineMs } = options;
  await waitForMigration({
    ...definedMembers({ pollIntervalMs, deadlineMs }),
    migrations: service.migrations,
    id,
    clock,
    signal,
    onState: ({ state }, elapsedMs, nextPollMs) =>
      onEvent({ type: 'waiting', migrationId: id, state, elapsedMs, nextPollMs }),
    onTrouble: (failure) => onEvent({ type: 'trouble', message: failure.message }),
  });
  return await service.migrations.get(id); // Once with its repositories, which polling leaves out.
}

async function download(
  account: string,
  migration: Migration,
  options: BackupOptions,
): Promise<DownloadedArchive> {
  const { service, vault, clock, signal, onEvent } = options;
  const archive = await downloadArchive({
    migrations: service.migrations,
    id: migration.id,
    path: vault.archivePath(archiveName(account, migration)),
    prove: async (partPath) => await proveWhole(partPath, signal),
    clock,
    signal,
    onProgress: (doneBytes, totalBytes) => onEvent({ type: 'downloading', doneBytes, totalBytes }),
    onTrouble: (failure) => onEvent({ type: 'trouble', message: failure.message }),
  });
  onEvent({ type: 'downloaded', path: archive.path, sizeBytes: archive.sizeBytes, sha256: archive.sha256 });
  return archive;
}

/** Reads gzip and tar of a download to their ends; fails with `archive-damaged` where they are not whole. */
export async function proveWhole(path: string, signal: AbortSignal): Promise<void> {
  const { isWhole, findings } = await checkContainer(path, { signal });
  if (!isWhole) {
    const error = findings.find((finding) => finding.severity === 'error');
    throw new Failure(
      'archive-damaged',
      `Cannot keep the download "${path}": ${error?.message ?? 'it breaks off'}`,
    );
  }
}

async function load(
  archive: DownloadedArchive,
  migration: Migration,
  request: MigrationRequest,
  options: BackupOptions,
): Promise<VerifiedLoad> {
  const { vault, clock, signal, onEvent } = options;
  const loaded = await loadArchiveSource({
    sources: [await openArchiveSource(archive.path)],
    dbPath: vault.storePath,
    archive: {
      name: archive.path,
      migrationId: migration.id,
      takenAt: migration.createdAt,
      scope: { ...request },
    },
    files: {
      folders: foldersIn(vault.directory),
      openRepositoryStage:
        options.keepsGit === false ? undefined : (directory) => createGitStage({ directory }),
    },
    clock,
    signal,
    onProgress: (doneBytes) => onEvent({ type: 'loading', doneBytes, totalBytes: archive.sizeBytes }),
  });
  const records = totalOf(loaded.load.counts);
  onEvent({ type: 'loaded', storePath: vault.storePath, records });
  return loaded;
}

async function noteDown(results: Results, options: BackupOptions): Promise<Manifest> {
  const { account, request, migration, archive, loaded } = results;
  const { verification } = loaded;
  const manifest: Manifest = {
    manifestVersion: 2,
    archive: archiveName(account, migration),
    origin: 'backup',
    sizeBytes: archive.sizeBytes,
    sha256: archive.sha256,
    baseUrl: options.service.baseUrl.href,
    account,
    request,
    migration: {
      id: migration.id,
      guid: migration.guid,
      createdAt: migration.createdAt,
      updatedAt: migration.updatedAt,
    },
    repositories: migration.repositories,
    takenAt: migration.createdAt,
    downloadedAt: new Date(options.clock.now()).toISOString(),
    counts: verification.records,
    findings: verification.findings,
    isVerified: verification.isVerified,
    satchelVersion: options.satchelVersion,
  };
  await options.vault.addManifest(manifest);
  return manifest;
}

async function keepCaptures(
  account: string,
  { repositories }: Migration,
  { captures: work, service, vault, clock, onEvent }: BackupOptions,
): Promise<readonly CaptureReport[]> {
  return work === undefined
    ? []
    : await captureFromService({
        work,
        account,
        repositories,
        owner: service.owner,
        baseUrl: service.baseUrl,
        storePath: vault.storePath,
        clock,
        onCapture: (report) => onEvent({ type: 'captured', ...report }),
      });
}

function reportOf(
  results: Results,
  manifest: Manifest,
  { vault }: BackupOptions,
): Omit<BackupReport, 'captures'> {
  const { account, request, migration, archive, loaded } = results;
  const missing = request.repositories.filter(
    (asked) => !migration.repositories.some((exported) => isSameRepository(asked, exported)),
  );
  return {
    account,
    migrationId: migration.id,
    repositories: migration.repositories,
    missingRepositories: migration.repositories.length === 0 ? [] : missing,
    archive: { path: archive.path, sizeBytes: archive.sizeBytes, sha256: archive.sha256 },
    isVerified: manifest.isVerified,
    findings: manifest.findings,
    counts: loaded.load.counts,
    tables: loaded.load.tables,
    storePath: vault.storePath,
  };
}
