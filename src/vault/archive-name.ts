import { compactTime, distinctName } from '../base/index.ts';
import type { Migration } from '../model/index.ts';

/** No service allows longer logins, but a person can specify any text as account. */
const MAX_ACCOUNT_LENGTH = 60;

/**
 * The file name of an archive in a vault: `20260601T120000Z-mira-7.tar.gz`. Names sort by the start of the migration,
 * always in UTC, and contain the account.
 */
export function archiveName(account: string, { id, createdAt }: Pick<Migration, 'id' | 'createdAt'>): string {
  return `${compactTime(Date.parse(createdAt))}-${accountInName(account)}-${id}.tar.gz`;
}

/** An account in the form used in archive names. */
export function accountInName(account: string): string {
  return distinctName(account, MAX_ACCOUNT_LENGTH);
}
