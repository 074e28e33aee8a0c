import type { AccountSettings } from '../../config/index.ts';
import type { DialectName } from '../../model/index.ts';

/** Which service is called, as whom, and how requests travel. */
export interface ServiceSettings {
  /** Name of an account of the configuration, or the account itself. */
  readonly account?: string | AccountSettings;
  readonly baseUrl?: string;
  readonly dialect?: DialectName;
  readonly org?: string;
  readonly tokenFile?: string;
  readonly anonymous?: boolean;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  /** False: a rate limit that asks to wait is a failure. */
  readonly wait?: boolean;
  readonly allowStorageHost?: readonly string[];
  readonly caFile?: string;
  /** No call takes longer, in milliseconds. */
  readonly timeout?: number;
}
