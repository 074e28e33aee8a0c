import type { JournalLine } from '../../model/journal.ts';
import type { Migration } from '../../model/migrations.ts';
import { halvePart, type Part, planParts } from '../../model/parts.ts';
import { archiveName } from '../../vault/archive-name.ts';
import { type BegunBackup, listBackups, readPartHistories } from '../../vault/backup-history.ts';
import { encryptedNameOf } from '../../vault/manifest.ts';
import type { Vault } from '../../vault/vault.ts';

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
  const noted = new Set((await vault.manifests()).map(({ archive }) => archive));
  const present = new Set(await vault.archiveNames());
  const historyOf = readPartHistories(lines);
  const found: LeftBackup[] = [];
  for (const backup of listBackups(lines)) {
    const states = partsOf(backup, historyOf).map((known) => stateOfPart(known, backup, { noted, present }));
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
export function partsOf(
  { backup, request, splitSize }: BegunBackup,
  historyOf: ReturnType<typeof readPartHistories>,
): readonly KnownPart[] {
  const parts: KnownPart[] = [];
  const waiting = [...planParts(request, splitSize)];
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const { hasFailed, migration } = historyOf(backup, part.name);
    if (hasFailed) {
      waiting.unshift(...halvePart(part));
    } else {
      parts.push({ part, migration });
    }
  }
  return parts;
}

interface KnownPart {
  readonly part: Part;
  readonly migration: LeftArchive['migration'] | undefined;
}

type PartState = LeftArchive | 'noted' | 'absent';

function stateOfPart(
  { part, migration }: KnownPart,
  { account }: BegunBackup,
  { noted, present }: Readonly<Record<'noted' | 'present', ReadonlySet<string>>>,
): PartState {
  if (migration === undefined) {
    return 'absent';
  }
  const name = archiveName(account, migration);
  if (!noted.has(name) && present.has(name)) {
    return { name, part, migration };
  }
  return noted.has(name) || noted.has(encryptedNameOf(name)) ? 'noted' : 'absent';
}
