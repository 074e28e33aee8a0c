import type { BackupChoices } from '../../../schemas/library/backup-choices.d.ts';
import type { BackupSettings } from '../../app/backup-settings.ts';
import type { PerformedBackup } from '../../app/perform-backup.ts';
import { definedMembers } from '../../base/json.ts';
import type { AccountSettings, Configuration } from '../../config/configuration.ts';
import { Failure } from '../../model/failure.ts';
import type { RunRecord } from '../../schedule/scheduled-job.ts';
import { BACKUP_NAMES } from './backup-names.table.ts';
import { requireOptions, requirePlace } from './check-arguments.ts';
import { pathOf } from './read-archive.ts';
import { type ReportOptions, reportFor } from './reports.ts';
import { type Surroundings, withDefaults } from './surroundings.ts';

/** The service, the credentials and the vault of a backup, and what it covers. */
export interface BackupOptions extends BackupChoices, Surroundings, ReportOptions {
  /** The directory of the vault, which is created if it is absent, or `s3://BUCKET/PREFIX`. */
  readonly vault: string;
  /** A classic personal access token with the scope `repo`. */
  readonly token?: string | undefined;
  /** A file with the token, which is read for each backup. */
  readonly tokenFile?: string | undefined;
  /** The root of the API; default: that of the hosted service. */
  readonly baseUrl?: string | URL | undefined;
  readonly dialect?: AccountSettings['dialect'] | undefined;
}

/**
 * Backs up an account or an organization: exports it, or resumes an earlier export; verifies the archive, adds it to the
 * vault, loads it into the vault's store, and applies the retention rules. Several calls on one vault wait for each other.
 *
 * Throws a `Failure` with one of many codes: see the table in the guide. A repository that could not be exported is in the
 * report.
 *
 * @example
 * const report = await backup({ token, vault: 'work', keepLast: 3 });
 */
export async function backup(options: BackupOptions): Promise<PerformedBackup> {
  requireOptions('back up', options, ['vault']);
  const { token, tokenFile, baseUrl, dialect } = options;
  if (token === undefined && tokenFile === undefined) {
    throw new Failure('token-missing', 'Cannot back up: neither "token" nor "tokenFile" was given');
  }
  const account = {
    name: 'library',
    ...definedMembers({
      token,
      tokenFile,
      dialect,
      baseUrl: baseUrl === undefined ? undefined : String(baseUrl),
    }),
  };
  const { performBackup } = await import('../../app/perform-backup.ts');
  return await performBackup(
    { ...settingsOf(options), account, vault: options.vault },
    { ...withDefaults(options), ...reportFor(options) },
  );
}

const OWN_NAMES: ReadonlySet<string> = new Set([
  ...['token', 'tokenFile', 'baseUrl', 'dialect', 'vault'],
  ...['clock', 'random', 'env', 'signal', 'onReport'],
]);

function settingsOf(options: BackupOptions): Partial<BackupSettings> {
  const names: Readonly<Record<string, string>> = BACKUP_NAMES;
  const given = Object.entries(options).filter(
    ([name, value]) => !OWN_NAMES.has(name) && value !== undefined,
  );
  return Object.fromEntries(given.map(([name, value]) => [names[name] ?? name, value])); // Renamed as the type says.
}

/** A job of a configuration. */
export interface Job {
  readonly name: string;
  readonly vault: string;
  /** Cron expressions; empty for jobs that are only run manually. */
  readonly schedules: readonly string[];
  /** Default: the time zone of the machine. */
  readonly timeZone?: string | undefined;
}

/** Reads the jobs of a configuration. Throws a `Failure` with the code `configuration-wrong` that names each fault. */
export async function readJobs(path: string | URL, options: Surroundings = {}): Promise<readonly Job[]> {
  const { jobs } = await loadJobs(path, options);
  return jobs.map(({ name, backup: { vault }, schedules, timeZone }) => ({
    name,
    vault,
    schedules,
    timeZone,
  }));
}

/** Which configuration to run, and where its runs are recorded. */
export interface JobOptions extends Surroundings, ReportOptions {
  /** The path of the configuration. */
  readonly configuration: string | URL;
  /** The path of the file that runs are recorded in; default: in the user's state folder. */
  readonly stateFile?: string | undefined;
}

/**
 * Runs a job of a configuration once, now, with its retries and notifications. Returns what became of it, even if the
 * backup failed; throws the reason of the signal.
 */
export async function runJob(name: string, options: JobOptions): Promise<RunRecord> {
  requireOptions('run the job', options, ['configuration']);
  const jobs = await import('../../app/run-job.ts');
  const settings = await settingsOfJobs(options);
  return await jobs.runJob(name, settings, { ...withDefaults(options), ...reportFor(options) });
}

export interface ScheduleOptions extends JobOptions {
  /** The address of `/healthz` and `/metrics`; default: that of the configuration. */
  readonly host?: string | undefined;
  /** Its port; 0 for a free one. */
  readonly port?: number | undefined;
  /** Called when the schedule is running. */
  readonly onReady?: ((ready: { readonly url: string; readonly jobs: number }) => void) | undefined;
}

/** Runs the jobs of a configuration when they are due, until the signal. Reloads the configuration when it changes. */
export async function keepSchedule(options: ScheduleOptions): Promise<void> {
  requireOptions('keep the schedule', options, ['configuration']);
  const { host, port, onReady } = options;
  const schedule = await import('../../app/keep-schedule.ts');
  const settings = await settingsOfJobs(options);
  await schedule.keepSchedule(
    { ...settings, ...definedMembers({ host, port, onReady }) },
    { ...withDefaults(options), ...reportFor(options) },
  );
}

async function settingsOfJobs({ configuration, stateFile, ...options }: JobOptions) {
  return { configuration: await loadJobs(configuration, options), ...definedMembers({ state: stateFile }) };
}

async function loadJobs(path: string | URL, options: Surroundings): Promise<Configuration> {
  requirePlace('read the configuration', path);
  const configuration = await import('../../app/configuration.ts');
  return await configuration.loadJobs(pathOf(path), withDefaults(options));
}
