import type { BACKUP_SETTINGS } from '../model/backup-settings.table.ts';
import type { DialectName } from '../model/dialects.table.ts';
import type { SettingsOf } from '../model/settings.ts';

/** An account at a service. Texts may contain references to the environment, which are resolved on use. */
export interface AccountSettings {
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly dialect?: DialectName | undefined;
  /** `${NAME}`. */
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly tokenCommand?: readonly string[] | undefined;
  readonly appId?: string | undefined;
  readonly appKeyFile?: string | undefined;
  readonly installationId?: number | undefined;
  readonly caFile?: string | undefined;
  readonly allowStorageHost?: readonly string[] | undefined;
}

/** What to back up, and when. Times are in milliseconds. */
export interface JobSettings {
  readonly name: string;
  readonly configuration: string;
  readonly account: AccountSettings;
  readonly backup: SettingsOf<typeof BACKUP_SETTINGS> & { readonly vault: string };
  /** Cron expressions; empty for jobs that are only run manually. */
  readonly schedules: readonly string[];
  /** Default: the machine's. */
  readonly timeZone?: string;
  readonly jitterMs: number;
  readonly catchesUp: boolean;
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly notify: readonly NotificationSettings[];
  readonly maxAgeMs?: number;
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
