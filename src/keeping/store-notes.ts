import { existsSync } from 'node:fs';
import type { JournalLine } from '../model/journal.ts';
import { readStoreFile, type StoreContent } from '../store/store-file.ts';
import type { RunJournal } from '../vault/journal.ts';
import { plainNameOf } from '../vault/manifest.ts';
import { findExpectedArchives } from '../vault/needed-lines.ts';
import type { Vault } from '../vault/vault.ts';

/** Why the store cannot be trusted according to earlier runs; undefined if it can. */
export function findStoreDamage(lines: readonly JournalLine[]): string | undefined {
  const last = lines.findLast(({ type }) => type === 'store-damaged' || type === 'store-renewed');
  return last?.type === 'store-damaged' ? last.reason : undefined;
}

/**
 * Whether the store has the bytes that the last run left. SQLite keeps no checksums, so nothing else detects a changed
 * character. A store that SQLite has changed since, for example by a capture, is not compared.
 */
export async function isStoreUnchanged(
  { storePath, origin }: Vault,
  lines: readonly JournalLine[],
  signal?: AbortSignal,
): Promise<boolean> {
  const noted = lines.findLast((line) => line.type === 'store-noted');
  // A working copy is compared with what was published, and fetched again: the journal is that of all machines.
  if (noted === undefined || origin !== undefined || !existsSync(storePath)) {
    return true;
  }
  return !isSpoiled(await readStoreFile(storePath, signal), noted);
}

/** Whether a store differs from what it was although nothing was written to it. */
export function isSpoiled(
  found: StoreContent,
  was: { readonly sizeBytes: number; readonly sha256: string; readonly changeCounter: number },
): boolean {
  // The header has two copies of the counter: if one is corrupted, the other still shows that nothing was written.
  const isUntouched = found.changeCounters.includes(was.changeCounter);
  return isUntouched && (found.sizeBytes !== was.sizeBytes || found.sha256 !== was.sha256);
}

/** Records that the store differs from what the previous run left. Must be called before anything is written to it. */
export async function recordStoreDamage(
  vault: Vault,
  journal: RunJournal,
  onTrouble: (message: string) => void,
): Promise<void> {
  if (!(await isStoreUnchanged(vault, journal.lines))) {
    await journal.write({ type: 'store-damaged', reason: CHANGED });
    onTrouble(`The vault's store is damaged: ${CHANGED}; a rebuild of the vault builds it again`);
  }
}

/** The reason for a store that differs although nothing was written to it. */
export const CHANGED = 'it has changed since the last run';

/** Publishes the store if the vault is elsewhere, and records its current state. */
export async function noteStore({ storePath, origin }: Vault, journal: RunJournal): Promise<void> {
  await origin?.publish();
  if (!existsSync(storePath)) {
    return;
  }
  const { sizeBytes, sha256, changeCounters } = await readStoreFile(storePath);
  const [changeCounter] = changeCounters;
  if (changeCounter !== undefined) {
    await journal.write({ type: 'store-noted', sizeBytes, sha256, changeCounter });
  }
}

/**
 * Records archives that the journal does not list, because its lines were lost, so that `check` can report them when they
 * disappear.
 */
export async function noteArchives(vault: Vault, journal: RunJournal): Promise<void> {
  const expected = findExpectedArchives(journal.lines);
  for (const { archive, isVerified, sha256 } of await vault.manifests()) {
    if (!expected.has(plainNameOf(archive))) {
      await journal.write({ type: 'manifest-written', archive, isVerified, sha256 });
    }
  }
}
