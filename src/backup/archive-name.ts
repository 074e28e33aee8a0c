import { compactTime } from '../base/index.ts';
import type { Migration } from '../model/index.ts';

/**
 * The file name of an archive in a vault: `20260601T120000Z-mira-7.tar.gz`. Names sort by the start of their
 * migration, and say whose it is; the time is in UTC whatever offset the service gave.
 */
export function archiveName(account: string, { id, createdAt }: Pick<Migration, 'id' | 'createdAt'>): string {
  return `${compactTime(Date.parse(createdAt))}-${account.replaceAll(/[^\w-]/g, '_')}-${id}.tar.gz`;
}
