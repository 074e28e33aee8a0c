import { snakeCased } from '../base/text-ends.ts';
import { CAPTURE_NAMES } from './captures.table.ts';
import { REQUEST_SETTINGS } from './request-settings.table.ts';
import type { Setting, SettingTable } from './settings.ts';

/** Lists whose repositories can be cloned. */
export const CLONE_NAMES = ['gists', 'stars'] as const satisfies readonly CloneName[];

/** What a backup can clone with git. */
export type CloneName = 'gists' | 'stars';

/**
 * What snapshots of one group have in common, as in restic's `--group-by host,paths`. Accounts are always kept apart.
 */
export const GROUP_MEMBERS = ['account', 'selection', 'exclusions'] as const;

export type GroupMember = (typeof GROUP_MEMBERS)[number];

/** How the service exports repositories, what happens to the archive, and what else is kept. */
export const RUN_SETTINGS = {
  git: {
    kind: 'switch',
    default: true,
    group: 'content',
    job: 'keep_git',
    text: 'keep git data in the archive only, not next to the store',
    sentence: 'Also keep repositories next to the store (default: true).',
  },
  fresh: { kind: 'switch', group: 'migration', text: 'start a new migration; do not resume another one' },
  migration: {
    kind: 'migrationId',
    group: 'migration',
    job: null,
    text: 'back up from this existing migration',
  },
  split: { kind: 'count', group: 'migration', text: 'maximum repositories per migration (default: all)' },
  atOnce: { kind: 'count', group: 'migration', text: 'migrations and downloads at a time (default: 1)' },
  limitRate: { kind: 'rate', group: 'migration', text: 'maximum download speed per second, such as 2MiB' },
  lfs: {
    kind: 'switch',
    group: 'content',
    text: 'also keep the files that repositories have in Git LFS',
    sentence: 'Also keep the files that repositories have in Git LFS.',
  },
  deleteArchive: { kind: 'switch', text: 'delete the archive at the service once verified' },
  skipIfYounger: { kind: 'span', text: 'do nothing if the last good backup is younger' },
  pollInterval: { kind: 'span', group: 'migration', text: 'polling interval (default: from 1s to 60s)' },
  timeout: {
    kind: 'span',
    group: 'migration',
    text: 'give up after this long, with exit code 8 (default: never)',
  },
  with: {
    kind: 'choices',
    group: 'content',
    value: '<kinds>',
    choices: CAPTURE_NAMES,
    text: `also keep these in the store: ${CAPTURE_NAMES.join(', ')}`,
    sentence: 'What else is read from the service and kept in the store.',
  },
  clone: {
    kind: 'choices',
    group: 'content',
    value: '<kinds>',
    choices: CLONE_NAMES,
    text: `also clone these into the vault with git: ${CLONE_NAMES.join(', ')}`,
    sentence: 'What is also cloned into the vault with git; it is read and kept in the store as well.',
  },
} as const satisfies SettingTable;

/** The encryption of a vault, which keeps its recipients, so that later commands need not name them. */
export const ENCRYPTION_SETTINGS = {
  recipient: {
    kind: 'texts',
    group: 'encryption',
    value: '<key...>',
    job: 'encryption.recipients',
    text: 'encrypt a new vault for this age public key (age1…)',
    sentence: 'Public keys (age1…): who can read the archives.',
  },
  recipientsFile: {
    kind: 'paths',
    group: 'encryption',
    job: 'encryption.recipients_file',
    text: 'the same for all public keys in this file',
    sentence: 'Files with public keys, one per line.',
  },
  encryption: {
    kind: 'switch',
    default: true,
    group: 'encryption',
    job: null,
    text: 'add archives plain, although the vault is encrypted',
  },
} as const satisfies SettingTable;

const KEEP = { kind: 'keepCount', group: 'retention' } as const;
const WITHIN = { kind: 'calendarSpan', group: 'retention' } as const;

function keepText(noun: string): string {
  return `keep the newest archive of each of the last N ${noun}s`;
}

function withinText(what: string): string {
  return `keep ${what} within a span before the newest: 1y6m, 90d, 36h`;
}

function newestText(noun: string): string {
  return withinText(`the newest verified archive of each ${noun}`);
}

/** Which archives are kept, with the names that restic uses. */
export const KEEP_SETTINGS = {
  keepLast: { ...KEEP, job: 'retention.last', text: 'keep the last N verified archives, or "unlimited"' },
  keepHourly: { ...KEEP, job: 'retention.hourly', text: keepText('hour') },
  keepDaily: { ...KEEP, job: 'retention.daily', text: keepText('day') },
  keepWeekly: { ...KEEP, job: 'retention.weekly', text: keepText('week') },
  keepMonthly: { ...KEEP, job: 'retention.monthly', text: keepText('month') },
  keepYearly: { ...KEEP, job: 'retention.yearly', text: keepText('year') },
  keepWithin: { ...WITHIN, job: 'retention.within', text: withinText('all verified archives') },
  keepWithinHourly: { ...WITHIN, job: 'retention.within_hourly', text: newestText('hour') },
  keepWithinDaily: { ...WITHIN, job: 'retention.within_daily', text: newestText('day') },
  keepWithinWeekly: { ...WITHIN, job: 'retention.within_weekly', text: newestText('week') },
  keepWithinMonthly: { ...WITHIN, job: 'retention.within_monthly', text: newestText('month') },
  keepWithinYearly: { ...WITHIN, job: 'retention.within_yearly', text: newestText('year') },
  groupBy: {
    kind: 'choices',
    group: 'retention',
    value: '<members>',
    choices: GROUP_MEMBERS,
    emptyChoice: 'account',
    job: 'retention.group_by',
    text: 'apply the rules to archives that have these in common (default: account,selection,exclusions)',
  },
  maxDrop: {
    kind: 'percent',
    group: 'retention',
    text: 'remove nothing of a group whose newest archive shrank by more than this (default: 20%)',
    sentence:
      'Notify, and remove nothing, if the newest archive is smaller than the previous one by more than this (default: 20%).',
  },
} as const satisfies SettingTable;

/** Whose work is backed up, and where to. */
export const PLACE_SETTINGS = {
  org: {
    kind: 'text',
    group: 'connection',
    job: 'organization',
    text: 'use an organization instead of your own account',
    value: '<name>',
  },
  wait: {
    kind: 'switch',
    default: true,
    group: 'connection',
    text: 'fail with exit code 5 instead of waiting for a rate limit, and show when it resets',
    sentence: 'Wait for rate limits (default: true).',
  },
  vault: {
    kind: 'path',
    value: '<dir>',
    text: 'the vault: a directory or s3://BUCKET/PREFIX (default: as configured, else the last one)',
    sentence: 'Where archives are kept (default: the vault above).',
  },
} as const satisfies SettingTable;

/** All that a flag, a job and a program can say of a backup, besides the account that it uses. */
export const BACKUP_SETTINGS = {
  ...PLACE_SETTINGS,
  ...REQUEST_SETTINGS,
  ...RUN_SETTINGS,
  ...ENCRYPTION_SETTINGS,
  ...KEEP_SETTINGS,
} as const satisfies SettingTable;

type BackupSettingName = keyof typeof BACKUP_SETTINGS;

/** The rows with their names, and where a job says them. */
export function backupSettings(): readonly (Setting & {
  readonly name: BackupSettingName;
  readonly job: string | null;
})[] {
  const rows = Object.entries(BACKUP_SETTINGS) as [BackupSettingName, Setting][]; // Its own keys.
  return rows.map(([name, row]) => ({
    job: snakeCased(name),
    ...row,
    name,
  }));
}
