import { compactTime } from '../base/run-id.ts';
import { distinctName } from '../base/safe-name.ts';
import type { Migration } from '../model/migrations.ts';

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
