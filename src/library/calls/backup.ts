import type { BackupChoices } from '../../../schemas/library/backup-choices.d.ts';
import type { BackupSettings } from '../../app/backup-settings.ts';
import { loadJobs as load } from '../../app/configuration.ts';
import { performBackup } from '../../app/perform-backup.ts';
import { runJob as runOnce } from '../../app/run-job.ts';
import { runSchedule } from '../../app/run-schedule.ts';
import { requireJob } from '../../app/usual-job.ts';
import type { BackupReport, SkippedBackup } from '../../backup/backup-report.ts';
import { definedMembers } from '../../base/json.ts';
import type { AccountSettings, Configuration } from '../../config/configuration.ts';
import { DIALECTS } from '../../model/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import type { RunRecord } from '../../schedule/scheduled-job.ts';
import { BACKUP_NAMES } from './backup-names.table.ts';
import { inTurn } from './change-vault.ts';
import { pathOf, requireArgument, requireOptions } from './check-arguments.ts';
import { CONNECTION, type ConnectionSettings, connectionOf } from './connection.ts';
import type { BackupEvent, JobEvent } from './reported-events.ts';
import { REPORTS, type ReportOptions, reportFor } from './reports.ts';
import { plainSettings, SETTING_SHAPES } from './setting-shapes.ts';
import { ADDRESS, FUNCTION, objectOf, oneOf, PATH, PORT, type ShapesOf, TEXT } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** The service, the credentials and the vault of a backup, and what it covers. */
export type BackupOptions = BackupSurroundings & TokenChoice;

/** The token of a backup; if it is undefined, the call throws a `Failure` with the code `token-missing`. */
export type TokenChoice =
  | {
      /** A classic personal access token with the scope `repo`. */
      readonly token: string | undefined;
      readonly tokenFile?: undefined;
    }
  | {
      /** A file with the token, which is read for each backup. */
      readonly tokenFile: string | URL | undefined;
      readonly token?: undefined;
    };

/** What a backup covers, where it goes, and what it takes from its surroundings. */
export interface BackupSurroundings extends BackupChoices, Surroundings, ReportOptions<BackupEvent> {
  /** The directory of the vault, which is created if it is absent, or `s3://BUCKET/PREFIX`. */
  readonly vault: string | URL;
  /** The root of the API; default: that of the hosted service. */
  readonly baseUrl?: string | URL | undefined;
  readonly dialect?: AccountSettings['dialect'] | undefined;
  /** How the service is called, in place of what other options and the environment say; git takes its proxies too. */
  readonly connection?: ConnectionSettings | undefined;
}

/** The result of a backup. */
export interface FinishedBackup extends BackupReport {
  readonly isSkipped: false;
  readonly durationMs: number;
}

/** The result of a backup that may be unneeded, or why it was: `isSkipped` says which. */
export type PerformedBackup =
  | FinishedBackup
  | (SkippedBackup & { readonly isSkipped: true; readonly durationMs: number });

/**
 * Backs up an account or an organization: exports it, or resumes an earlier export; verifies the archive, adds it to the
 * vault, loads it into the vault's store, and applies the retention rules. Several calls on one vault wait for each other.
 *
 * Throws a `Failure`: `token-missing`, `token-kind`, `migration-failed`, `still-pending`, `archive-damaged`, `disk-full`,
 * `locked`, `vault-damaged` and those of the client. A repository that could not be exported is in the report.
 *
 * @example
 * const report = await backup({ token, vault: 'work', keepLast: 3 });
 */
export function backup(
  options: BackupOptions & { readonly skipIfYoungerMs?: undefined },
): Promise<FinishedBackup>;
/** With `skipIfYoungerMs`, a backup is skipped if the last good one is younger. */
export function backup(options: BackupOptions): Promise<PerformedBackup>;
export async function backup(options: BackupOptions): Promise<PerformedBackup> {
  requireOptions('back up', options, { known: BACKING_UP, required: ['vault'] });
  const { token, tokenFile, baseUrl, dialect } = options;
  const vault = pathOf('back up to the vault', options.vault);
  if (token === undefined && tokenFile === undefined) {
    throw new Failure('token-missing', 'Cannot back up: neither "token" nor "tokenFile" was given');
  }
  const account = {
    name: 'library',
    ...definedMembers({
      token,
      tokenFile: tokenFile && pathOf('read the token', tokenFile),
      dialect,
      baseUrl: baseUrl === undefined ? undefined : String(baseUrl),
    }),
  };
  const context = contextOf(options);
  const performed = await inTurn([vault], options.signal, () =>
    performBackup({ ...settingsOf(options), account, vault }, context),
  );
  return 'lastTakenAt' in performed ? { ...performed, isSkipped: true } : { ...performed, isSkipped: false };
}

const OWN_NAMES = {
  ...SURROUNDINGS,
  ...REPORTS,
  token: TEXT,
  tokenFile: PATH,
  baseUrl: ADDRESS,
  dialect: oneOf(Object.keys(DIALECTS)),
  vault: PATH,
  connection: objectOf(CONNECTION),
} as const;

/** The surroundings of a backup, by itself or as a job. */
function contextOf({
  connection,
  ...options
}: Surroundings & ReportOptions<never> & Pick<JobOptions, 'connection'>) {
  const own = definedMembers({ connection: connection && connectionOf(connection) });
  return { ...withDefaults(options), ...reportFor(options), ...own };
}

const BACKING_UP: ShapesOf<BackupOptions & BackupSurroundings> = { ...SETTING_SHAPES, ...OWN_NAMES };

function settingsOf(options: BackupOptions): Partial<BackupSettings> {
  const names: Readonly<Record<string, string>> = BACKUP_NAMES;
  const given = Object.entries(options).filter(([name]) => !Object.hasOwn(OWN_NAMES, name));
  return plainSettings(Object.fromEntries(given.map(([name, value]) => [names[name] ?? name, value]))); // Renamed as the type says.
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

/**
 * Reads the jobs of a configuration. Throws a `Failure` with the code `configuration-wrong` that names each fault.
 *
 * @example
 * for (const { name, schedules } of await readJobs('satchel.yaml')) console.log(name, schedules);
 */
export async function readJobs(path: string | URL, options: Surroundings = {}): Promise<readonly Job[]> {
  requireOptions('read the jobs', options, { known: SURROUNDINGS });
  const { jobs } = await loadJobs(path, options);
  return jobs.map(({ name, backup: { vault }, schedules, timeZone }) => ({
    name,
    vault,
    schedules,
    timeZone,
  }));
}

/** Which configuration to run, and where its runs are recorded. */
export interface JobOptions extends Surroundings, ReportOptions<JobEvent> {
  /** The path of the configuration. */
  readonly configuration: string | URL;
  /** The path of the file that runs are recorded in; default: in the user's state folder. */
  readonly stateFile?: string | URL | undefined;
  /** How the service is called, in place of what the configuration and the environment say. */
  readonly connection?: ConnectionSettings | undefined;
}

const RUNNING: ShapesOf<JobOptions> = {
  ...SURROUNDINGS,
  ...REPORTS,
  configuration: PATH,
  stateFile: PATH,
  connection: OWN_NAMES.connection,
};

/**
 * Runs a job of a configuration once, now, with its retries and notifications. Returns what became of it, even if the
 * backup failed; throws the reason of the signal.
 *
 * @example
 * const { outcome, failure } = await runJob('nightly', { configuration: 'satchel.yaml' });
 */
export async function runJob(name: string, options: JobOptions): Promise<RunRecord> {
  requireArgument('run the job', 'name', name, TEXT);
  requireOptions('run the job', options, { known: RUNNING, required: ['configuration'] });
  const settings = await settingsOfJobs(options);
  const { backup } = requireJob(name, settings.configuration);
  const context = contextOf(options);
  return await inTurn([backup.vault], options.signal, () => runOnce(name, settings, context));
}

/** What to run, and where its state can be read. */
export interface ScheduleOptions extends JobOptions {
  /** The address of `/healthz` and `/metrics`; default: that of the configuration. */
  readonly host?: string | undefined;
  /** Its port; 0 for a free one. */
  readonly port?: number | undefined;
  /** Called when the schedule is running. */
  readonly onReady?: ((ready: { readonly url: string; readonly jobs: number }) => void) | undefined;
}

/**
 * Runs the jobs of a configuration when they are due, until the signal. Reloads the configuration when it changes. A run
 * waits for earlier calls of this process on its vault.
 *
 * @example
 * await keepSchedule({ configuration: 'satchel.yaml', signal });
 */
export async function keepSchedule(options: ScheduleOptions): Promise<void> {
  requireOptions('keep the schedule', options, {
    known: { ...RUNNING, host: TEXT, port: PORT, onReady: FUNCTION },
    required: ['configuration'],
  });
  const { host, port, onReady } = options;
  const settings = await settingsOfJobs(options);
  await runSchedule(
    { ...settings, ...definedMembers({ host, port, onReady }) },
    { ...contextOf(options), inTurn },
  );
}

async function settingsOfJobs({ configuration, stateFile, ...options }: JobOptions) {
  return {
    configuration: await loadJobs(configuration, options),
    ...definedMembers({ state: stateFile && pathOf('record runs', stateFile) }),
  };
}

async function loadJobs(path: string | URL, options: Surroundings): Promise<Configuration> {
  return await load(pathOf('read the configuration', path), withDefaults(options));
}
