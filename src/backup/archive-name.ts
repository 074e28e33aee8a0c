import { compactTime, safeName } from '../base/index.ts';
import type { Migration } from '../model/index.ts';

/** No service has longer logins; an account that a person names may be any text. */
const MAX_ACCOUNT_BYTES = 60;

/**
 * The file name of an archive in a vault: `20260601T120000Z-mira-7.tar.gz`. Names sort by the start of their
 * migration, and say whose it is; the time is in UTC whatever offset the service gave.
 */
export function archiveName(account: string, { id, createdAt }: Pick<Migration, 'id' | 'createdAt'>): string {
  return `${compactTime(Date.parse(createdAt))}-${accountInName(account)}-${id}.tar.gz`;
}

/** An account as it stands in the name of an archive. */
export function accountInName(account: string): string {
  return safeName(account.replaceAll(/[^\w-]/g, '_'), MAX_ACCOUNT_BYTES);
}
