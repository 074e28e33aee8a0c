import type { BACKUP_SETTINGS, ENCRYPTION_SETTINGS } from '../model/backup-settings.table.ts';
import { CAPTURES, type CaptureName, OWNER_TITLES } from '../model/captures.table.ts';
import { Failure } from '../model/failure.ts';
import { MIGRATION_SWITCHES } from '../model/migrations.ts';
import type { SettingsOf } from '../model/settings.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { checkRecipients } from '../vault/encrypt-file.ts';
import type { EncryptionWish } from '../vault/encryption-wish.ts';
import { readRecipients } from '../vault/read-keys.ts';
import type { ServiceSettings } from './service-settings.ts';

/** The settings of a backup, from a command line, a job or a program. Times are in milliseconds. */
export interface BackupSettings extends ServiceSettings, SettingsOf<typeof BACKUP_SETTINGS> {
  /** The directory of the vault, which is created if it is absent. */
  readonly vault: string;
  readonly job?: string;
  /** Distinguishes it from the jobs of other configurations. */
  readonly configuration?: string;
}

const CHOICES_OF_NEW_MIGRATIONS = ['fresh', 'split', 'repository', 'repositoriesFrom'] as const;

/** Fails (`usage`) if a named migration is combined with options of new ones. */
export function requireOneMigration(settings: Partial<BackupSettings>): void {
  const others = new Set([...Object.keys(MIGRATION_SWITCHES), ...CHOICES_OF_NEW_MIGRATIONS]);
  const hasOthers = Object.entries(settings).some(([name, value]) => others.has(name) && value !== undefined);
  if (settings.migration !== undefined && hasOthers) {
    throw new Failure(
      'usage',
      'Cannot combine the id of a migration with choices of what a new one exports',
      {
        hint: 'Leave them out: the migration exists already',
      },
    );
  }
}

/** The captures of a backup, including those that clones imply. */
export function capturesOf({
  with: names = [],
  clone = [],
}: Partial<BackupSettings>): readonly CaptureName[] {
  return [...new Set([...names, ...clone])];
}

/** Whether the owner of a backup can have records of a kind: only organizations have budgets, for example. */
export function canCapture(name: CaptureName, { org }: Pick<BackupSettings, 'org'>): boolean {
  const type = org === undefined ? 'user' : 'organization';
  return (CAPTURES[name].owner ?? type) === type;
}

/** Fails (`usage`) before the export if the owner cannot have what is to be captured. */
export function requireOwnerOfCaptures(choices: Partial<BackupSettings>): void {
  const name = capturesOf(choices).find((wanted) => !canCapture(wanted, choices));
  const type = name && CAPTURES[name].owner;
  if (name !== undefined && type !== undefined) {
    const isAccount = choices.org === undefined;
    const owner = isAccount ? 'an account' : 'an organization';
    throw new Failure(
      'usage',
      `Cannot keep the ${name} of ${owner}: only ${OWNER_TITLES[type]} have ${name}`,
      {
        hint: `Leave "${name}" out of "captures"${isAccount ? ', or name the organization' : ' and "clones"'}`,
        commandHint: `Leave "${name}" out of --with${isAccount ? ', or name the organization with --org' : ' and --clone'}`,
      },
    );
  }
}

/** Fails (`usage`) if there is no place for clones. */
export function requireFolderOfClones({ clone, vault }: Partial<BackupSettings>): void {
  if (clone !== undefined && vault !== undefined && isObjectLocation(vault)) {
    throw new Failure('usage', `Cannot clone into "${vault}": clones need a vault in a directory`, {
      hint: 'Leave "clones" out, or name a directory',
      commandHint: 'Omit --clone, or name a directory with --vault',
    });
  }
}

/** Fails (`usage`) if files in Git LFS are wanted without the repositories that name them. */
export function requireGitOfLfs({ lfs, git, excludeGitData }: Partial<BackupSettings>): void {
  if (lfs === true && (git === false || excludeGitData === true)) {
    throw new Failure('usage', 'Cannot keep files in Git LFS without git data: only that names them', {
      hint: 'Leave "lfs" out, or keep git data',
      commandHint: 'Omit --lfs, or --no-git and --exclude-git-data',
    });
  }
}

/** What is said about the encryption of the vault; undefined if nothing is. Fails (`usage`) if a key is wrong. */
export async function encryptionOf(
  choices: SettingsOf<typeof ENCRYPTION_SETTINGS>,
): Promise<EncryptionWish | undefined> {
  const { recipient = [], recipientsFile = [], encryption } = choices;
  const inFiles = await Promise.all(recipientsFile.map(readRecipients));
  const recipients = [...new Set([...recipient, ...inFiles.flat()])];
  await checkRecipients(recipients);
  if (encryption === false && recipients.length > 0) {
    throw new Failure('usage', 'Cannot make a vault both without encryption and for recipients', {
      hint: 'Choose one',
    });
  }
  return encryption === false ? 'none' : recipients.length === 0 ? undefined : recipients;
}
