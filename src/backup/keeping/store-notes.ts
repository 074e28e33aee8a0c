import { existsSync } from 'node:fs';
import type { JournalLine } from '../../model/index.ts';
import { readChangeCounters } from '../../store/index.ts';
import {
  digestOfFile,
  findExpectedArchives,
  hasDigest,
  plainNameOf,
  type RunJournal,
  sizeOfFile,
  type Vault,
} from '../../vault/index.ts';

/** Why the store is not to be believed by what runs have written down of it; undefined where nothing speaks against it. */
export function findStoreDamage(lines: readonly JournalLine[]): string | undefined {
  const last = lines.findLast(({ type }) => type === 'store-damaged' || type === 'store-renewed');
  return last?.type === 'store-damaged' ? last.reason : undefined;
}

/**
 * Whether the store has the bytes that the last run left in it. SQLite keeps no checksums: a changed letter is seen by
 * nobody else. A store that was changed since by a program of SQLite, as captures do, is not compared.
 */
export async function isStoreAsNoted(
  storePath: string,
  lines: readonly JournalLine[],
  signal?: AbortSignal,
): Promise<boolean> {
  const noted = lines.findLast((line) => line.type === 'store-noted');
  if (noted === undefined || !existsSync(storePath)) {
    return true;
  }
  // The counter stands there twice: where one of them rotted, the other one still tells that nobody has written.
  const isUntouched = readChangeCounters(storePath).includes(noted.changeCounter);
  return (
    !isUntouched ||
    ((await sizeOfFile(storePath)) === noted.sizeBytes && (await hasDigest(storePath, noted.sha256, signal)))
  );
}

/** Writes down where the store is not what the run before has left. To be called before anything is written to it. */
export async function suspectStore(
  { storePath }: Vault,
  journal: RunJournal,
  onTrouble: (message: string) => void,
): Promise<void> {
  if (!(await isStoreAsNoted(storePath, journal.lines))) {
    await journal.write({ type: 'store-damaged', reason: CHANGED });
    onTrouble(`The vault's store is damaged: ${CHANGED}; "satchel vault rebuild" builds it again`);
  }
}

/** What is said of a store that nobody has written to and that differs all the same. */
export const CHANGED = 'it has changed since the last run';

/** Writes down what the store is now. */
export async function noteStore({ storePath }: Vault, journal: RunJournal): Promise<void> {
  const [changeCounter] = existsSync(storePath) ? readChangeCounters(storePath) : [];
  const sizeBytes = await sizeOfFile(storePath);
  if (changeCounter !== undefined && sizeBytes !== undefined) {
    const sha256 = await digestOfFile(storePath);
    await journal.write({ type: 'store-noted', sizeBytes, sha256, changeCounter });
  }
}

/**
 * Writes down archives that the journal does not know, as those of older versions or of a journal that was lost: should
 * one of them vanish, `check` sees it from then on.
 */
export async function noteArchives(vault: Vault, journal: RunJournal): Promise<void> {
  const expected = findExpectedArchives(journal.lines);
  for (const { archive, isVerified, sha256 } of await vault.manifests()) {
    if (!expected.has(plainNameOf(archive))) {
      await journal.write({ type: 'manifest-written', archive, isVerified, sha256 });
    }
  }
}
