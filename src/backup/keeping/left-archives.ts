import type { JournalLine, Migration } from '../../model/index.ts';
import {
  type BegunBackup,
  encryptedNameOf,
  listBackups,
  type Manifest,
  readPartHistories,
  type Vault,
} from '../../vault/index.ts';
import { archiveName } from '../archive-name.ts';
import { halvePart, type Part, planParts } from '../plan-parts.ts';

/** A plain archive that an interrupted run left without a manifest. */
export interface LeftArchive {
  readonly name: string;
  readonly part: Part;
  readonly migration: Pick<Migration, 'id' | 'createdAt'>;
}

/** A backup with archives that have no manifest. */
export interface LeftBackup extends BegunBackup {
  readonly archives: readonly [LeftArchive, ...LeftArchive[]];
  /** Every exported part is in the vault, with or without a manifest. */
  readonly isComplete: boolean;
}

/** Finds backups that left archives without a manifest. */
export async function findLeftBackups(
  vault: Vault,
  lines: readonly JournalLine[],
): Promise<readonly LeftBackup[]> {
  const manifests = await vault.manifests();
  const found: LeftBackup[] = [];
  for (const backup of listBackups(lines)) {
    const states: PartState[] = [];
    for (const known of partsOf(backup, lines)) {
      states.push(await stateOfPart(known, backup, { vault, manifests }));
    }
    const [archive, ...others] = states.filter((state) => typeof state === 'object');
    if (archive !== undefined) {
      const isComplete = states.every((state) => state !== 'absent');
      found.push({ ...backup, archives: [archive, ...others], isComplete });
    }
  }
  return found;
}

/**
 * File names of plain archives in a vault whose archives are encrypted: those that interrupted runs left, and those that
 * were added so.
 */
export async function findPlainArchives(
  vault: Vault,
  lines: readonly JournalLine[],
): Promise<readonly string[]> {
  const { extent, recipients } = vault.encryption;
  if (extent !== 'archives' || recipients.length === 0) {
    return [];
  }
  const left = (await findLeftBackups(vault, lines)).flatMap(({ archives }) => archives);
  const plain = (await vault.manifests()).filter(({ encryption }) => encryption === undefined);
  return [...new Set([...left.map(({ name }) => name), ...plain.map(({ archive }) => archive)])];
}

/** The parts of a backup as split by its runs, with their migrations if known. */
export function* partsOf(
  { backup, request, splitSize }: BegunBackup,
  lines: readonly JournalLine[],
): Generator<KnownPart, void> {
  const historyOf = readPartHistories(lines, backup);
  const waiting = [...planParts(request, splitSize)];
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const { hasFailed, migration } = historyOf(part.name);
    if (hasFailed) {
      waiting.unshift(...halvePart(part));
    } else {
      yield { part, migration };
    }
  }
}

interface KnownPart {
  readonly part: Part;
  readonly migration: LeftArchive['migration'] | undefined;
}

type PartState = LeftArchive | 'noted' | 'absent';

async function stateOfPart(
  { part, migration }: KnownPart,
  { account }: BegunBackup,
  { vault, manifests }: { readonly vault: Vault; readonly manifests: readonly Manifest[] },
): Promise<PartState> {
  if (migration === undefined) {
    return 'absent';
  }
  const name = archiveName(account, migration);
  const isNoted = (file: string) => manifests.some(({ archive }) => archive === file);
  if (!isNoted(name) && (await vault.archiveSize(name)) !== undefined) {
    return { name, part, migration };
  }
  return isNoted(name) || isNoted(encryptedNameOf(name)) ? 'noted' : 'absent';
}
