import { join, resolve } from 'node:path';
import { proveWhole } from '../../archive/check-container.ts';
import type { VerifyReport } from '../../archive/verification.ts';
import { withDeadline } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import { definedMembers } from '../../base/json.ts';
import { SWITCH_NAMES } from '../../endpoints/read-migration.ts';
import {
  archiveNameFor,
  type DownloadedArchive,
  downloadToFreePath,
  prepareFolder,
  prepareTarget,
} from '../../export/download-archive.ts';
import { createThrottle } from '../../export/fetch-archive.ts';
import { cleanRequest } from '../../export/start-migration.ts';
import { waitForMigration as pollMigration } from '../../export/wait-for-migration.ts';
import { Failure } from '../../model/failure.ts';
import type { Migration, MigrationId, MigrationOwner, MigrationSwitch } from '../../model/migrations.ts';
import { pathOf, requireOptions } from './check-arguments.ts';
import type { Client } from './create-client.ts';
import { verifyArchive } from './read-archive.ts';
import type { ExportEvent } from './reported-events.ts';
import { migrationReports, PROGRESS, type ProgressOptions, REPORTS, type ReportOptions } from './reports.ts';
import {
  AMOUNT,
  described,
  FLAG,
  hasMethods,
  ID,
  listOf,
  PATH,
  POSITIVE,
  type Shape,
  type ShapesOf,
  TEXT,
} from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** Which client asks, and whose migrations are meant. */
export interface MigrationCall extends Omit<Surroundings, 'env'> {
  readonly client: Pick<Client, 'migrationsOf' | 'repositories'>;
  /** The name of an organization; default: the account of the token. */
  readonly organization?: string | undefined;
}

/** How to wait for a migration. */
export interface WaitOptions extends ReportOptions<ExportEvent> {
  /** A fixed time between polls, in milliseconds; default: from one second, growing to a minute. */
  readonly pollIntervalMs?: number | undefined;
  /**
   * The maximum time from the call until the migration is exported, in milliseconds, with all waits before and between;
   * default: unlimited, since exports take hours. What follows, such as the download, does not count.
   */
  readonly timeoutMs?: number | undefined;
}

/** Where to download to, and how fast. */
export interface DownloadOptions extends ReportOptions<ExportEvent>, ProgressOptions {
  /** The path of the archive, which must be free; default: `GUID.tar.gz` in the `directory`. */
  readonly path?: string | URL | undefined;
  /** In place of `path`: the directory for the archive, which is created if it is absent; default: the current one. */
  readonly directory?: string | URL | undefined;
  /** The maximum rate of the download; default: unlimited. */
  readonly bytesPerSecond?: number | undefined;
}

/** What to export, and where to. */
export interface ExportOptions
  extends MigrationCall,
    WaitOptions,
    DownloadOptions,
    Readonly<Partial<Record<MigrationSwitch, boolean | undefined>>> {
  /** As `owner/name`; default: all repositories of the account or organization. */
  readonly repositories?: readonly string[] | undefined;
}

const { env: _, ...OWN_SURROUNDINGS } = SURROUNDINGS;

const CLIENT: Shape = (value, name) =>
  hasMethods(value, ['migrationsOf']) ? undefined : `"${name}" must be a client, and not ${described(value)}`;

const CALLING: ShapesOf<MigrationCall> = { ...OWN_SURROUNDINGS, client: CLIENT, organization: TEXT };
const WAITING: ShapesOf<WaitOptions> = {
  pollIntervalMs: AMOUNT,
  timeoutMs: AMOUNT,
  ...REPORTS,
};
const DOWNLOADING: ShapesOf<DownloadOptions> = {
  path: PATH,
  directory: PATH,
  bytesPerSecond: POSITIVE,
  ...REPORTS,
  ...PROGRESS,
};
const SWITCHES = Object.fromEntries(SWITCH_NAMES.map((name) => [name, FLAG])) as ShapesOf<
  Record<MigrationSwitch, boolean> // The table has exactly these names.
>;

/** A complete, verified archive under its final name. */
export interface ExportedArchive extends DownloadedArchive {
  readonly migration: Migration;
  /** Everything that is in it, and what is wrong with it. */
  readonly verification: VerifyReport;
}

/**
 * Exports an account: starts a migration, waits until it is exported, downloads its archive and verifies it. An aborted
 * export continues at the service: pass the `id` of its migration, which `onReport` gets, to `waitForMigration` and
 * `downloadArchive`.
 *
 * Throws a `Failure`: before anything is started, `exists` if `path` is taken, and `file-system` if it cannot be written;
 * later `exists` if `directory` has the archive already, which is named after its migration, `migration-failed`, `still-pending` at the timeout, `archive-damaged`, and those of the client.
 *
 * @example
 * const { path, verification } = await exportArchive({ client, repositories: ['acme/app'], directory: 'exports' });
 */
export async function exportArchive(options: ExportOptions): Promise<ExportedArchive> {
  requireOptions('export the account', options, {
    known: { ...CALLING, ...WAITING, ...DOWNLOADING, ...SWITCHES, repositories: listOf(TEXT) },
    required: ['client'],
  });
  requireOnePlace('export the account', options);
  const { timeoutMs, signal } = options;
  const { clock } = withDefaults(options);
  await (options.path === undefined
    ? prepareFolder(folderOf(options))
    : prepareTarget(targetOf(options.path)));
  const startedMs = clock.now();
  const failure = () =>
    new Failure('still-pending', `Cannot start the export within ${formatDuration(timeoutMs ?? 0)}`, {
      hint: 'Look for it with list() of the migrations: the service may have started it nevertheless',
    });
  const { id } = await withDeadline({ clock, afterMs: timeoutMs, signal, failure }, (bound) =>
    startExport({ ...options, signal: bound }),
  );
  const text = `Migration ${id} started`;
  options.onReport?.({ level: 'info', type: 'started', fields: { id }, text });
  const leftMs = timeoutMs === undefined ? undefined : Math.max(0, timeoutMs - (clock.now() - startedMs));
  const migration = await waitFor({ ...options, id, timeoutMs: leftMs });
  const archive = await download({ ...options, id });
  return { ...archive, migration, verification: await verifyArchive(archive.path, { signal }) };
}

function requireOnePlace(action: string, { path, directory }: DownloadOptions): void {
  if (path !== undefined && directory !== undefined) {
    throw new Failure('usage', `Cannot ${action}: both "path" and "directory" say where to`, {
      hint: 'Give the path of the archive, or the directory for one that is named after its migration',
    });
  }
}

async function startExport(options: ExportOptions): Promise<Migration> {
  const { client, repositories, signal } = options;
  const owner = ownerOf(options);
  const isWhole = repositories === undefined && options.orgMetadataOnly !== true;
  const names = isWhole ? await listNames(client, owner, signal) : (repositories ?? []);
  const request = cleanRequest({ ...switchesOf(options), repositories: names });
  const { migration } = await client.migrationsOf(owner).start(request, undefined, { signal });
  return migration;
}

/**
 * Polls a migration until it is exported, and returns it. Throws a `Failure` with the code `migration-failed`, or
 * `still-pending` at the timeout.
 *
 * @example
 * const { state } = await waitForMigration({ client, id, timeoutMs: 3_600_000 });
 */
export async function waitForMigration(
  options: MigrationCall & WaitOptions & { readonly id: MigrationId },
): Promise<Migration> {
  requireOptions('wait for the migration', options, {
    known: { ...CALLING, ...WAITING, id: ID },
    required: ['client', 'id'],
  });
  return await waitFor(options);
}

async function waitFor(
  options: MigrationCall & WaitOptions & { readonly id: MigrationId },
): Promise<Migration> {
  const { client, id, pollIntervalMs, timeoutMs, signal } = options;
  const { clock, random } = withDefaults(options);
  return await pollMigration({
    ...definedMembers({ pollIntervalMs, deadlineMs: timeoutMs, signal }),
    ...migrationReports(options),
    migrations: client.migrationsOf(ownerOf(options)),
    id,
    clock,
    random,
  });
}

/**
 * Downloads the archive of a migration, continuing an interrupted download, and reads the whole container before it gets
 * its final name. Never replaces a file. Throws a `Failure`: `archive-damaged`, `absent` if the service has deleted it, and
 * `exists` if the path is taken.
 *
 * @example
 * const { path, sha256 } = await downloadArchive({ client, id, directory: 'exports' });
 */
export async function downloadArchive(
  options: MigrationCall & DownloadOptions & { readonly id: MigrationId },
): Promise<DownloadedArchive> {
  requireOptions('download the archive', options, {
    known: { ...CALLING, ...DOWNLOADING, id: ID },
    required: ['client', 'id'],
  });
  requireOnePlace('download the archive', options);
  return await download(options);
}

async function download(options: Parameters<typeof downloadArchive>[0]): Promise<DownloadedArchive> {
  const { client, id, bytesPerSecond, onProgress } = options;
  const { clock, signal } = withDefaults(options);
  const migrations = client.migrationsOf(ownerOf(options));
  const name = () => migrations.get(id, { exclude: ['repositories'], signal }).then(archiveNameFor);
  return await downloadToFreePath({
    migrations,
    id,
    path: options.path === undefined ? join(folderOf(options), await name()) : targetOf(options.path),
    prove: (partPath) => proveWhole(partPath, signal),
    clock,
    throttle: bytesPerSecond === undefined ? undefined : createThrottle(bytesPerSecond, clock),
    signal,
    onProgress: (doneBytes, totalBytes) => onProgress?.({ doneBytes, totalBytes }),
    onTrouble: migrationReports(options).onTrouble,
  });
}

function targetOf(path: string | URL): string {
  return resolve(pathOf('download the archive', path));
}

function folderOf({ directory = '.' }: Pick<DownloadOptions, 'directory'>): string {
  return resolve(pathOf('download to the directory', directory));
}

function ownerOf({ organization }: Pick<MigrationCall, 'organization'>): MigrationOwner {
  return organization === undefined ? { type: 'user' } : { type: 'organization', name: organization };
}

function switchesOf(options: ExportOptions): Partial<Record<MigrationSwitch, boolean>> {
  return definedMembers(Object.fromEntries(SWITCH_NAMES.map((name) => [name, options[name]])));
}

async function listNames(
  { repositories }: Pick<Client, 'repositories'>,
  owner: MigrationOwner,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { fullName } of repositories.listFor(owner, 'owned', { signal })) {
    names.push(fullName);
  }
  return names;
}
