import type { BackupChoices } from '../../../schemas/library/backup-choices.d.ts';
import type { KeepSettings } from '../../app/plan-forgetting.ts';
import { definedMembers } from '../../base/json.ts';
import type { Manifest } from '../../vault/manifest.ts';
import { byAge } from '../../vault/read-manifests.ts';
import { hasGroup, type ReadSample } from '../../vault/read-sample.ts';
import { requireOptions } from './check-arguments.ts';
import { KEYS, type KeyOptions } from './read-archive.ts';
import type { VaultEvent } from './reported-events.ts';
import { PROGRESS, type ProgressOptions, REPORTS, type ReportOptions } from './reports.ts';
import { plainSettings, SETTING_SHAPES } from './setting-shapes.ts';
import {
  ACCOUNTS,
  AMOUNT,
  COUNT,
  DATE,
  FLAG,
  POSITIVE,
  RECORD,
  SHARE,
  type Shape,
  type ShapesOf,
  SIGNAL,
  TEXT,
  typed,
} from './shapes.ts';
import { SURROUNDINGS, type Surroundings } from './surroundings.ts';

/** How to open a vault. */
export interface VaultOptions extends Surroundings, KeyOptions, ReportOptions<VaultEvent> {
  /** Creates the vault if there is none; default: it fails (`absent`). */
  readonly create?: boolean | undefined;
}

/** What every call of a vault takes. */
export interface VaultCallOptions {
  /** Aborts the call, which then fails with the signal's reason; default: the signal that the vault was opened with. */
  readonly signal?: AbortSignal | undefined;
}

/** Which archive is the newest. */
export interface NewestOptions extends VaultCallOptions {
  /** Only archives of this account. */
  readonly account?: string | undefined;
}

/** How to wait for a newer archive. */
export interface NewerOptions extends NewestOptions {
  /** The time between two looks at the vault, in milliseconds; default: ten seconds. */
  readonly intervalMs?: number | undefined;
}

/** An archive to compare others with: its manifest, or at least its time. */
export interface KnownArchive
  extends Pick<Manifest, 'takenAt'>,
    Partial<Pick<Manifest, 'archive' | 'downloadedAt'>> {}

/** How to pin archives. */
export interface PinOptions extends VaultCallOptions {
  /** Why, for people. */
  readonly note?: string | undefined;
}

/** When backups count as overdue or suspicious. */
export interface StatusOptions extends VaultCallOptions {
  /** The maximum age of the last good backup of each account, in milliseconds; default: unlimited. */
  readonly maxAgeMs?: number | undefined;
  /** The share, from 0 to 1, by which the newest archive may be smaller than the one before; default: 0.2. */
  readonly maxDropShare?: number | undefined;
  /** Only these accounts; default: all. */
  readonly accounts?: readonly string[] | undefined;
}

/** How thoroughly a vault is checked. */
export interface CheckOptions extends Pick<StatusOptions, 'accounts' | 'signal'>, ProgressOptions {
  /** The archives that are read again: all of them, or a sample; default: none. */
  readonly sample?: ReadSample | 'all' | undefined;
}

/** Options of calls that can say what they would do. */
export interface DryOptions extends VaultCallOptions {
  /** Says what would be done, and does nothing. */
  readonly isDryRun?: boolean | undefined;
}

/** How to rebuild the store of a vault. */
export interface RebuildOptions extends DryOptions {
  /** Rebuilds the store even if it is intact. */
  readonly isFresh?: boolean | undefined;
}

/** What is known of archives that are imported, and what to do with them. */
export interface ImportOptions extends VaultCallOptions {
  /** Removes each file once the vault has it. */
  readonly isMove?: boolean | undefined;
  /** Whose archives they are; default: the owner of most of the repositories. */
  readonly account?: string | undefined;
  /** When they were taken; default: the time of the newest file in each. */
  readonly takenAt?: Date | string | undefined;
  /** False loads nothing into the store. */
  readonly isLoaded?: boolean | undefined;
  /** False keeps no repositories next to the store. */
  readonly keepsGit?: boolean | undefined;
}

/** Which archives are kept; a rule that is left out keeps none. */
export type RetentionRules = Pick<
  BackupChoices,
  Extract<
    keyof BackupChoices,
    `keep${'Last' | 'Within'}` | `keep${'' | 'Within'}${Period}` | 'groupBy' | 'maxDropShare'
  >
>;

/** How long the periods of a retention rule are. */
export type Period = 'Hourly' | 'Daily' | 'Weekly' | 'Monthly' | 'Yearly';

const SAMPLES = typed({
  all: {},
  group: { group: COUNT, groups: COUNT },
  share: { share: SHARE },
  bytes: { sizeBytes: POSITIVE },
});

const SAMPLE: Shape = (value, name) => {
  const fault = value === 'all' ? undefined : SAMPLES(value, name);
  const { type, group, groups } = Object(value);
  return fault === undefined && type === 'group' && !hasGroup(group, groups)
    ? `there is no group ${group} of ${groups}`
    : fault;
};

export const OPENING: ShapesOf<VaultOptions> = { ...SURROUNDINGS, ...KEYS, ...REPORTS, create: FLAG };

export const TAKEN: Shape = (value, name) =>
  RECORD(value, name) ?? DATE(Object(value).takenAt, `${name}.takenAt`);

/** How often a vault is looked at for a newer archive. */
export const LOOK_INTERVAL_MS = 10_000;
export const CALLING: ShapesOf<VaultCallOptions> = { signal: SIGNAL };
export const SEEKING: ShapesOf<NewestOptions> = { ...CALLING, account: TEXT };
export const FOLLOWING: ShapesOf<NewerOptions> = { ...SEEKING, intervalMs: POSITIVE };
export const PINNING: ShapesOf<PinOptions> = { ...CALLING, note: TEXT };
export const LOOKING: ShapesOf<StatusOptions> = {
  ...CALLING,
  maxAgeMs: AMOUNT,
  maxDropShare: SHARE,
  accounts: ACCOUNTS,
};
export const CHECKING: ShapesOf<CheckOptions> = {
  ...CALLING,
  ...PROGRESS,
  accounts: ACCOUNTS,
  sample: SAMPLE,
};
export const TRYING: ShapesOf<DryOptions> = { ...CALLING, isDryRun: FLAG };
export const IMPORTING: ShapesOf<ImportOptions> = {
  isMove: FLAG,
  account: TEXT,
  takenAt: DATE,
  isLoaded: FLAG,
  keepsGit: FLAG,
  ...CALLING,
};
const RULES = Object.fromEntries(
  Object.entries(SETTING_SHAPES).filter(([name]) => /^keep(?!sGit)|^groupBy$|^maxDropShare$/.test(name)),
) as ShapesOf<RetentionRules>; // The names that the type has.

/** The rules as the rooms know them. */
export function keepSettingsOf(given: RetentionRules): KeepSettings {
  requireOptions('forget archives', given, { known: RULES });
  const { maxDropShare: maxDrop, ...rules } = given;
  return plainSettings({ ...rules, maxDrop }) as KeepSettings; // Spans have all members then.
}

/** Whether archives are named, rather than rules given. */
export function isList(what: RetentionRules | readonly string[]): what is readonly string[] {
  return Array.isArray(what);
}

/** Whether an archive is newer than another one. Of those of the same second, it is the one that was added later. */
export function isNewer(found: Manifest, than: KnownArchive | undefined): boolean {
  const { archive, downloadedAt } = found;
  return (
    than === undefined ||
    byAge({ archive, downloadedAt, ...definedMembers(than), takenAt: than.takenAt }, found) < 0
  );
}
