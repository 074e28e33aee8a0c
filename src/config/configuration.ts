import type { DialectName } from '../model/index.ts';

/** An account at a service. Texts may contain references to the environment, which are resolved on use. */
export interface AccountSettings {
  readonly name: string;
  readonly baseUrl?: string;
  readonly dialect?: DialectName;
  /** `${NAME}`. */
  readonly token?: string;
  readonly tokenFile?: string;
  readonly tokenCommand?: readonly string[];
  readonly appId?: string;
  readonly appKeyFile?: string;
  readonly installationId?: number;
  readonly caFile?: string;
  readonly allowStorageHost?: readonly string[];
}

/** How many archives to keep, by rule, as in the file: `daily: 7`, `weekly: unlimited`, `within_monthly: 1y`. */
export type RetentionSettings = Readonly<Record<string, number | string | readonly string[]>>;

/** A value as in the file, validated by the schema. */
export type JobChoice = boolean | number | string | readonly string[];

/** What to back up, and when. Times are in milliseconds. */
export interface JobSettings {
  readonly name: string;
  /** The path of the configuration. */
  readonly configuration: string;
  readonly account: AccountSettings;
  readonly organization?: string;
  readonly vault: string;
  /** Cron expressions; empty for jobs that are only run manually. */
  readonly schedules: readonly string[];
  /** Default: the machine's. */
  readonly timeZone?: string;
  readonly jitterMs: number;
  readonly catchesUp: boolean;
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly repositories?: readonly string[];
  readonly leaveOut: readonly string[];
  readonly locksRepositories: boolean;
  readonly hasOrgMetadataOnly: boolean;
  readonly with?: readonly string[];
  readonly keepsGit: boolean;
  readonly pollIntervalMs?: number;
  readonly timeoutMs?: number;
  readonly skipIfYoungerMs?: number;
  /** All other options of a backup, by their names in the file; paths are absolute. */
  readonly choices: Readonly<Record<string, JobChoice>>;
  readonly retention: RetentionSettings;
  /** Public keys. */
  readonly recipients: readonly string[];
  readonly recipientsFiles: readonly string[];
  readonly notify: readonly NotificationSettings[];
  readonly maxAgeMs?: number;
  readonly maxDropPercent?: number;
}

/** A notification channel, as in the file; the required members depend on the type. */
export interface NotificationSettings {
  readonly name: string;
  readonly type: 'webhook' | 'slack' | 'teams' | 'ntfy' | 'healthchecks' | 'email' | 'exec';
  readonly on?: readonly string[];
  readonly url?: string;
  readonly token?: string;
  readonly authorization?: string;
  readonly host?: string;
  readonly port?: number;
  readonly security?: 'tls' | 'starttls' | 'none';
  readonly user?: string;
  readonly password?: string;
  readonly from?: string;
  readonly to?: readonly string[];
  readonly command?: readonly string[];
  readonly timeoutMs?: number;
  readonly title?: string;
  readonly text?: string;
}

/** A valid configuration. */
export interface Configuration {
  /** The file that it was read from. */
  readonly path: string;
  readonly vault?: string;
  readonly db?: string;
  readonly accounts: readonly AccountSettings[];
  readonly jobs: readonly JobSettings[];
  readonly notifications: readonly NotificationSettings[];
  readonly daemon: {
    readonly host?: string;
    readonly port?: number;
    readonly concurrency: number;
    readonly stopGraceMs: number;
  };
  readonly log: { readonly level?: string; readonly file?: string };
}
