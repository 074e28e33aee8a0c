import { dirname, join, resolve } from 'node:path';
import { definedMembers, type Environment, homeDirectory, parseDuration } from '../base/index.ts';
import type { DialectName } from '../model/index.ts';
import type {
  AccountSettings,
  Configuration,
  JobChoice,
  JobSettings,
  NotificationSettings,
  RetentionSettings,
} from './configuration.ts';

/** A configuration as in the file, with the types of the schema. */
export interface ConfigurationFile {
  readonly vault?: string;
  readonly db?: string;
  readonly time_zone?: string;
  readonly accounts?: Readonly<Record<string, AccountFile>>;
  readonly jobs?: Readonly<Record<string, JobFile>>;
  readonly notifications?: Readonly<Record<string, NotificationFile>>;
  readonly daemon?: {
    readonly host?: string;
    readonly port?: number;
    readonly concurrency?: number;
    readonly stop_grace?: string;
  };
  readonly log?: { readonly level?: string; readonly file?: string };
}

interface AccountFile {
  readonly base_url?: string;
  readonly dialect?: DialectName;
  readonly token?: string;
  readonly token_file?: string;
  readonly token_command?: readonly string[];
  readonly app_id?: number | string;
  readonly app_key_file?: string;
  readonly installation_id?: number;
  readonly ca_file?: string;
  readonly allow_storage_host?: readonly string[];
}

interface JobFile {
  readonly account: string;
  readonly organization?: string;
  readonly vault?: string;
  readonly schedule?: string | readonly string[];
  readonly time_zone?: string;
  readonly jitter?: string;
  readonly catch_up?: boolean;
  readonly retries?: number;
  readonly retry_delay?: string;
  readonly repositories?: readonly string[];
  readonly leave_out?: readonly string[];
  readonly lock_repositories?: boolean;
  readonly org_metadata_only?: boolean;
  readonly with?: readonly string[];
  readonly keep_git?: boolean;
  readonly poll_interval?: string;
  readonly timeout?: string;
  readonly skip_if_younger?: string;
  readonly retention?: RetentionSettings;
  readonly encryption?: {
    readonly recipients?: readonly string[];
    readonly recipients_file?: readonly string[];
  };
  readonly notify?: readonly string[];
  readonly max_age?: string;
  readonly max_drop?: number | string;
  readonly repositories_from?: string;
}

type NotificationFile = Omit<NotificationSettings, 'name' | 'timeoutMs'> & { readonly timeout?: string };

const DEFAULTS = {
  retries: 2,
  retryDelay: '5m',
  concurrency: 2,
  stopGrace: '60s',
} as const;

interface FileSource {
  readonly path: string;
  readonly env: Environment;
}

/** Converts the file: absolute paths, durations in milliseconds, resolved names. */
export function toConfiguration(file: ConfigurationFile, source: FileSource): Configuration {
  const path = (text: string | undefined) => (text === undefined ? undefined : fullPath(text, source));
  const accounts = Object.entries(file.accounts ?? {}).map(([name, account]) =>
    toAccount(name, account, path),
  );
  const notifications = Object.entries(file.notifications ?? {}).map(([name, { timeout, ...rest }]) => ({
    name,
    ...rest,
    ...definedMembers({ timeoutMs: spanOf(timeout) }),
  }));
  const known = { file, accounts, notifications, path, source };
  return {
    path: source.path,
    ...definedMembers({ vault: path(file.vault), db: path(file.db) }),
    accounts,
    notifications,
    jobs: Object.entries(file.jobs ?? {}).map(([name, job]) => toJob(name, job, known)),
    daemon: {
      ...definedMembers({ host: file.daemon?.host, port: file.daemon?.port }),
      concurrency: file.daemon?.concurrency ?? DEFAULTS.concurrency,
      stopGraceMs: spanOf(file.daemon?.stop_grace ?? DEFAULTS.stopGrace) ?? 0,
    },
    log: definedMembers({ level: file.log?.level, file: path(file.log?.file) }),
  };
}

type PathReader = (text: string | undefined) => string | undefined;

function toAccount(name: string, file: AccountFile, path: PathReader): AccountSettings {
  return {
    name,
    ...definedMembers({
      baseUrl: file.base_url,
      dialect: file.dialect,
      token: file.token,
      tokenFile: path(file.token_file),
      tokenCommand: file.token_command,
      appId: file.app_id?.toString(),
      appKeyFile: path(file.app_key_file),
      installationId: file.installation_id,
      caFile: path(file.ca_file),
      allowStorageHost: file.allow_storage_host,
    }),
  };
}

interface Known {
  readonly file: ConfigurationFile;
  readonly accounts: readonly AccountSettings[];
  readonly notifications: readonly NotificationSettings[];
  readonly path: PathReader;
  readonly source: FileSource;
}

function toJob(
  name: string,
  job: JobFile,
  { file, accounts, notifications, path, source }: Known,
): JobSettings {
  const { schedule = [], max_drop: maxDrop } = job;
  return {
    name,
    configuration: source.path,
    account: accounts.find((account) => account.name === job.account) ?? { name: job.account },
    vault: path(job.vault ?? file.vault) ?? '',
    schedules: typeof schedule === 'string' ? [schedule] : schedule,
    jitterMs: spanOf(job.jitter) ?? 0,
    catchesUp: job.catch_up ?? true,
    retries: job.retries ?? DEFAULTS.retries,
    retryDelayMs: spanOf(job.retry_delay ?? DEFAULTS.retryDelay) ?? 0,
    leaveOut: job.leave_out ?? [],
    locksRepositories: job.lock_repositories ?? false,
    hasOrgMetadataOnly: job.org_metadata_only ?? false,
    keepsGit: job.keep_git ?? true,
    choices: choicesOf(job, path),
    retention: job.retention ?? {},
    recipients: job.encryption?.recipients ?? [],
    recipientsFiles: (job.encryption?.recipients_file ?? []).flatMap((text) => path(text) ?? []),
    notify: notifications.filter((channel) => job.notify?.includes(channel.name) === true),
    ...definedMembers({
      organization: job.organization,
      timeZone: job.time_zone ?? file.time_zone,
      repositories: job.repositories,
      with: job.with,
      pollIntervalMs: spanOf(job.poll_interval),
      timeoutMs: spanOf(job.timeout),
      skipIfYoungerMs: spanOf(job.skip_if_younger),
      maxAgeMs: spanOf(job.max_age),
      maxDropPercent: maxDrop === undefined ? undefined : Number.parseFloat(String(maxDrop)),
    }),
  };
}

/** Members of a job that are not flags of a backup, or have their own member in the settings. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set([
  'account',
  'organization',
  'vault',
  'schedule',
  'time_zone',
  'jitter',
  'catch_up',
  'retries',
  'retry_delay',
  'repositories',
  'leave_out',
  'lock_repositories',
  'org_metadata_only',
  'with',
  'keep_git',
  'poll_interval',
  'timeout',
  'skip_if_younger',
  'retention',
  'encryption',
  'notify',
  'max_age',
  'max_drop',
]);

function choicesOf(job: JobFile, path: PathReader): Readonly<Record<string, JobChoice>> {
  const from = path(job.repositories_from);
  const rest = Object.entries(job).filter(([name]) => !OTHER_MEMBERS.has(name));
  return { ...Object.fromEntries(rest), ...(from === undefined ? {} : { repositories_from: from }) };
}

function spanOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(text);
}

/** Expands `~` to the home directory; relative paths are relative to the file. */
function fullPath(text: string, { path, env }: FileSource): string {
  if (/^[a-z0-9]+:\/\//i.test(text)) {
    return text; // A place in object storage.
  }
  if (text === '~' || text.startsWith('~/')) {
    return join(homeDirectory(env), text.slice(1));
  }
  return resolve(dirname(path), text);
}
