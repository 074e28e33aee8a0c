import type { DialectName } from '../model/index.ts';

/** Who calls which service. Texts may hold references to the environment, which are resolved when they are used. */
export interface AccountSettings {
  readonly name: string;
  readonly baseUrl?: string;
  readonly dialect?: DialectName;
  /** `${NAME}`. */
  readonly token?: string;
  readonly tokenFile?: string;
  readonly tokenCommand?: readonly string[];
  readonly caFile?: string;
  readonly allowStorageHost?: readonly string[];
}

/** How many archives are kept, by rule: `daily: 7`, `weekly: unlimited`, `within_monthly: 1y`. As it is written. */
export type RetentionSettings = Readonly<Record<string, number | string>>;

/** A choice as it is written: the schema has proved its form. */
export type JobChoice = boolean | number | string | readonly string[];

/** What is backed up, and when. Times are in milliseconds. */
export interface JobSettings {
  readonly name: string;
  readonly account: AccountSettings;
  readonly organization?: string;
  readonly vault: string;
  /** Cron expressions; none: by hand only. */
  readonly schedules: readonly string[];
  /** The machine's own unless given. */
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
  /** Every further choice of a backup, by its name in the file; paths are in full. */
  readonly choices: Readonly<Record<string, JobChoice>>;
  readonly retention: RetentionSettings;
  /** Public keys. */
  readonly recipients: readonly string[];
  readonly recipientsFiles: readonly string[];
  readonly notify: readonly NotificationSettings[];
  readonly maxAgeMs?: number;
  readonly maxDropPercent?: number;
}

/** Who is told, as it is written in the file: what is needed depends on the type. */
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

/** A configuration that was found right. */
export interface Configuration {
  /** The file it was read from. */
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
