import type { JournalLine, Migration, MigrationId } from '../../model/index.ts';
import {
  type BegunBackup,
  encryptedNameOf,
  listBackups,
  type Manifest,
  readPartHistories,
  sizeOfFile,
  type Vault,
} from '../../vault/index.ts';
import { archiveName } from '../archive-name.ts';
import { halvePart, type Part, planParts } from '../plan-parts.ts';

/** An archive that interrupted runs left as it came, although archives of its account are encrypted. */
export interface PlainArchive {
  readonly name: string;
  readonly part: Part;
  readonly migration: Pick<Migration, 'id' | 'createdAt'>;
}

/** A backup with plain archives that owe their encryption. */
export interface PlainBackup extends BegunBackup {
  readonly archives: readonly [PlainArchive, ...PlainArchive[]];
  /** Every part that the service gave is in the vault, plain or encrypted. */
  readonly isComplete: boolean;
}

/**
 * Finds backups that left plain archives behind: their runs had recipients, or other archives of the account are encrypted.
 * A plain archive that has a manifest of its own was meant to be plain.
 */
export async function findPlainBackups(
  vault: Vault,
  lines: readonly JournalLine[],
): Promise<readonly PlainBackup[]> {
  const manifests = await vault.manifests();
  const found: PlainBackup[] = [];
  for (const backup of listBackups(lines)) {
    const isEncrypted = backup.isEncrypted || manifests.some((manifest) => isEncryptedOf(backup, manifest));
    const states = isEncrypted ? await judgeParts(backup, { vault, lines, manifests }) : [];
    const [archive, ...others] = states.filter(isPlain);
    if (archive !== undefined) {
      const isComplete = states.every(({ state }) => state !== 'absent');
      found.push({ ...backup, isEncrypted, archives: [archive, ...others], isComplete });
    }
  }
  return found;
}

function isEncryptedOf({ account }: BegunBackup, manifest: Manifest): boolean {
  return manifest.encryption !== undefined && manifest.account.toLowerCase() === account.toLowerCase();
}

type PartState = ({ readonly state: 'plain' } & PlainArchive) | { readonly state: 'noted' | 'absent' };

function isPlain(part: PartState): part is PartState & { readonly state: 'plain' } {
  return part.state === 'plain';
}

async function judgeParts(
  { account, backup, request, splitSize }: BegunBackup,
  { vault, lines, manifests }: Known,
): Promise<readonly PartState[]> {
  const historyOf = readPartHistories(lines, backup);
  const states: PartState[] = [];
  const waiting = [...planParts(request, splitSize)];
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const { hasFailed, migration } = historyOf(part.name);
    if (hasFailed) {
      waiting.unshift(...halvePart(part));
    } else {
      states.push(await judgePart(part, migration, { account, vault, manifests }));
    }
  }
  return states;
}

interface Known {
  readonly vault: Vault;
  readonly lines: readonly JournalLine[];
  readonly manifests: readonly Manifest[];
}

async function judgePart(
  part: Part,
  migration: { readonly id: MigrationId; readonly createdAt: string } | undefined,
  { account, vault, manifests }: Omit<Known, 'lines'> & { readonly account: string },
): Promise<PartState> {
  if (migration === undefined) {
    return { state: 'absent' };
  }
  const name = archiveName(account, migration);
  const isNoted = (file: string) => manifests.some(({ archive }) => archive === file);
  if (!isNoted(name) && (await sizeOfFile(vault.archivePath(name))) !== undefined) {
    return { state: 'plain', name, part, migration };
  }
  return { state: isNoted(name) || isNoted(encryptedNameOf(name)) ? 'noted' : 'absent' };
}
