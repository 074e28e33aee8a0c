import type { AccountSettings } from '../config/configuration.ts';

export interface ServiceSettings extends Omit<AccountSettings, 'name' | 'token' | 'tokenCommand'> {
  /** The name of an account of the configuration, or the account itself. */
  readonly account?: string | AccountSettings;
  readonly org?: string;
  readonly anonymous?: boolean;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  /** False: a rate limit is a failure. */
  readonly wait?: boolean;
  /** The maximum duration of a call, in milliseconds. */
  readonly timeout?: number;
}
