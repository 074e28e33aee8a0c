import type { AccountSettings } from '../config/configuration.ts';
import type { DialectName } from '../model/dialects.table.ts';

export interface ServiceSettings {
  /** The name of an account of the configuration, or the account itself. */
  readonly account?: string | AccountSettings;
  readonly baseUrl?: string;
  readonly dialect?: DialectName;
  readonly org?: string;
  readonly tokenFile?: string;
  readonly anonymous?: boolean;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly appId?: string;
  readonly appKeyFile?: string;
  readonly installationId?: number;
  /** False: a rate limit is a failure. */
  readonly wait?: boolean;
  readonly allowStorageHost?: readonly string[];
  readonly caFile?: string;
  /** The maximum duration of a call, in milliseconds. */
  readonly timeout?: number;
}
