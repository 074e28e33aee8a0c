import { dirname, resolve } from 'node:path';
import { parseDuration } from '../base/durations.ts';
import { definedMembers } from '../base/json.ts';
import { parseSize } from '../base/sizes.ts';
import { type Environment, pathFromHome } from '../base/user-directories.ts';
import { type BACKUP_SETTINGS, backupSettings } from '../model/backup-settings.table.ts';
import { parseCalendarSpan } from '../model/calendar-span.ts';
import type { DialectName } from '../model/dialects.table.ts';
import type { SettingKind, SettingsOf } from '../model/settings.ts';
import type { AccountSettings, Configuration, JobSettings, NotificationSettings } from './configuration.ts';

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

/** What is not said here is a setting of its backup. */
interface JobFile {
  readonly account: string;
  readonly vault?: string;
  readonly schedule?: string | readonly string[];
  readonly time_zone?: string;
  readonly jitter?: string;
  readonly catch_up?: boolean;
  readonly retries?: number;
  readonly retry_delay?: string;
  readonly notify?: readonly string[];
  readonly max_age?: string;
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
  const { schedule = [] } = job;
  return {
    name,
    configuration: source.path,
    account: accounts.find((account) => account.name === job.account) ?? { name: job.account },
    backup: { ...backupOf(job, path), vault: path(job.vault ?? file.vault) ?? '' },
    schedules: typeof schedule === 'string' ? [schedule] : schedule,
    jitterMs: spanOf(job.jitter) ?? 0,
    catchesUp: job.catch_up ?? true,
    retries: job.retries ?? DEFAULTS.retries,
    retryDelayMs: spanOf(job.retry_delay ?? DEFAULTS.retryDelay) ?? 0,
    notify: notifications.filter((channel) => job.notify?.includes(channel.name) === true),
    ...definedMembers({
      timeZone: job.time_zone ?? file.time_zone,
      maxAgeMs: spanOf(job.max_age),
    }),
  };
}

/** How to read the values of those kinds that are written otherwise in a file. */
const READERS: Readonly<Partial<Record<SettingKind, (value: unknown, path: PathReader) => unknown>>> = {
  path: (value, path) => path(String(value)),
  paths: (value, path) => [value].flat().map((text) => path(String(text))),
  size: (value) => parseSize(String(value)),
  rate: (value) => parseSize(String(value)),
  span: (value) => parseDuration(String(value)),
  calendarSpan: (value) => parseCalendarSpan(String(value)),
  keepCount: (value) => (value === 'unlimited' ? Number.POSITIVE_INFINITY : value),
  percent: (value) => Number.parseFloat(String(value)) / 100,
};

function backupOf(job: JobFile, path: PathReader): SettingsOf<typeof BACKUP_SETTINGS> {
  const said = backupSettings().map(({ name, kind, job: place }) => {
    const value = place === null ? undefined : memberAt(job, place);
    return [name, value === undefined ? undefined : (READERS[kind]?.(value, path) ?? value)] as const;
  });
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}

/** A member, one of a section, or whether a list has an item: `split`, `retention.daily`, `leave_out.metadata`. */
function memberAt(job: object, place: string): unknown {
  const [name = '', inner] = place.split('.');
  const member: unknown = Object.entries(job).find(([own]) => own === name)?.[1];
  if (inner === undefined) {
    return member;
  }
  return Array.isArray(member) ? member.includes(inner) || undefined : memberAt(Object(member), inner);
}

function spanOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(text);
}

/** Begins at home for `~` and `$HOME`; relative paths are relative to the file. */
function fullPath(text: string, { path, env }: FileSource): string {
  // One with a scheme is a place in object storage.
  return /^[a-z0-9]+:\/\//i.test(text) ? text : resolve(dirname(path), pathFromHome(text, env));
}
