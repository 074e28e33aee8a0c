import { type BackupOptions, type CloneName, OWNER_TITLES, OWNERS_OF_CAPTURES } from '../../backup/index.ts';
import { Failure, MIGRATION_SWITCHES, type MigrationId } from '../../model/index.ts';
import { isObjectLocation } from '../../objects/index.ts';
import type { CaptureName } from '../../store/index.ts';
import { checkRecipients, type EncryptionWish, readRecipients } from '../../vault/index.ts';
import type { ServiceSettings } from '../service/service-settings.ts';
import type { KeepSettings } from './keep-policy.ts';
import type { RequestSettings } from './read-request.ts';

/** All options of a backup, from a command line or a job. Times are in milliseconds. */
export interface BackupChoices extends ServiceSettings, RequestSettings, KeepSettings {
  /** The directory of the vault, which is created if it is absent. */
  readonly vault?: string;
  /** The job of the configuration. */
  readonly job?: string;
  /** Distinguishes it from the jobs of other configurations. */
  readonly configuration?: string;
  /** False: git repositories are not kept next to the store. */
  readonly git?: boolean;
  readonly fresh?: boolean;
  readonly migration?: MigrationId;
  readonly split?: number;
  readonly atOnce?: number;
  /** Bytes per second. */
  readonly limitRate?: number;
  readonly deleteArchive?: boolean;
  readonly skipIfYounger?: number;
  readonly pollInterval?: number;
  /** Additional content of the store. */
  readonly with?: readonly CaptureName[];
  /** Lists whose repositories are also cloned; they need not be in `with`. */
  readonly clone?: readonly CloneName[];
  /** Public keys of age. */
  readonly recipient?: readonly string[];
  /** Files with such keys. */
  readonly recipientsFile?: readonly string[];
  /** False: archives are added plain, although the vault is encrypted. */
  readonly encryption?: boolean;
}

/** The options of a backup that is complete enough to run. */
export interface BackupSettings extends BackupChoices {
  readonly vault: string;
}

type BackupWay = Pick<
  BackupOptions,
  | 'bytesPerSecond'
  | 'deletesArchive'
  | 'isFresh'
  | 'keepsGit'
  | 'migrationId'
  | 'partsAtOnce'
  | 'skipIfYoungerMs'
  | 'splitSize'
>;

const CHOICES_OF_NEW_MIGRATIONS = ['fresh', 'split', 'repository', 'repositoriesFrom'] as const;

/** How to perform the backup. Fails (`usage`) if a named migration is combined with options of new ones. */
export function readBackupWay(choices: BackupChoices): BackupWay {
  const others = new Set([...Object.keys(MIGRATION_SWITCHES), ...CHOICES_OF_NEW_MIGRATIONS]);
  const hasOthers = Object.entries(choices).some(([name, value]) => others.has(name) && value !== undefined);
  if (choices.migration !== undefined && hasOthers) {
    throw new Failure(
      'usage',
      'Cannot combine --migration with flags that choose what a new migration exports',
      {
        hint: 'Leave them out: the migration exists already',
      },
    );
  }
  return {
    keepsGit: choices.git !== false,
    isFresh: choices.fresh,
    migrationId: choices.migration,
    splitSize: choices.split,
    partsAtOnce: choices.atOnce,
    bytesPerSecond: choices.limitRate,
    deletesArchive: choices.deleteArchive,
    skipIfYoungerMs: choices.skipIfYounger,
  };
}

/** The captures of a backup, including those that clones imply. */
export function capturesOf({ with: names = [], clone = [] }: BackupChoices): readonly CaptureName[] {
  return [...new Set([...names, ...clone])];
}

/** Whether the owner of a backup can have records of a kind: only organizations have budgets, for example. */
export function canCapture(name: CaptureName, { org }: Pick<BackupChoices, 'org'>): boolean {
  const type = org === undefined ? 'user' : 'organization';
  return (OWNERS_OF_CAPTURES[name] ?? type) === type;
}

/** Fails (`usage`) before the export if the owner cannot have what is to be captured. */
export function requireOwnerOfCaptures(choices: BackupChoices): void {
  const name = capturesOf(choices).find((wanted) => !canCapture(wanted, choices));
  const type = name && OWNERS_OF_CAPTURES[name];
  if (name !== undefined && type !== undefined) {
    const owner = choices.org === undefined ? 'an account' : 'an organization';
    const other = choices.org === undefined ? ', or name the organization with --org' : ' and --clone';
    throw new Failure(
      'usage',
      `Cannot keep the ${name} of ${owner}: only ${OWNER_TITLES[type]} have ${name}`,
      {
        hint: `Leave "${name}" out of --with${other}`,
      },
    );
  }
}

/** Fails (`usage`) if there is no place for clones. */
export function requireFolderOfClones({ clone, vault }: BackupSettings): void {
  if (clone !== undefined && isObjectLocation(vault)) {
    throw new Failure('usage', `Cannot clone into "${vault}": clones need a vault in a directory`, {
      hint: 'Omit --clone, or name a directory with --vault',
    });
  }
}

/** The choices about the encryption of a vault. */
export const ENCRYPTION_CHOICES = ['recipient', 'recipientsFile', 'encryption'] as const;

/** What is said about the encryption of the vault; undefined if nothing is. Fails (`usage`) if a key is wrong. */
export async function encryptionOf(
  choices: Pick<BackupChoices, (typeof ENCRYPTION_CHOICES)[number]>,
): Promise<EncryptionWish | undefined> {
  const { recipient = [], recipientsFile = [], encryption } = choices;
  const inFiles = await Promise.all(recipientsFile.map(readRecipients));
  const recipients = [...new Set([...recipient, ...inFiles.flat()])];
  await checkRecipients(recipients);
  if (encryption === false && recipients.length > 0) {
    throw new Failure('usage', 'Cannot combine --no-encryption and recipients', { hint: 'Choose one' });
  }
  return encryption === false ? 'none' : recipients.length === 0 ? undefined : recipients;
}
