import { openArchiveSource } from '../archive/archive-source.ts';
import type { Decrypt } from '../archive/encrypted-source.ts';
import { Failure, messageOf } from '../model/failure.ts';
import type { FailureCode } from '../model/failures.table.ts';
import { firstError } from '../model/findings.ts';
import type { JournalLine } from '../model/journal.ts';
import { hasDigest } from './archive-presence.ts';
import type { SpareFile } from './list-layout.ts';
import { encryptedNameOf, type Manifest, plainNameOf, storedFileOf } from './manifest.ts';
import { findExpectedArchives } from './needed-lines.ts';
import type { Vault } from './vault.ts';
import { createVaultFinding, type VaultFinding, type VaultFindingCode } from './vault-findings.table.ts';
import { verifyArchive } from './verify-archive.ts';

/** Checks manifests and archives without reading the archives: presence and sizes. */
export async function* checkPresence(
  vault: Vault,
  manifests: readonly Manifest[],
): AsyncGenerator<VaultFinding, void> {
  for (const manifest of manifests) {
    const { archive, isVerified } = manifest;
    const path = `archives/${archive}`;
    const expected = storedFileOf(manifest).sizeBytes;
    const found = await vault.archiveSize(archive);
    if (found === undefined) {
      yield createVaultFinding('archive-missing', path, `The archive "${archive}" is missing`);
    } else if (found !== expected) {
      const message = `The archive "${archive}" has ${found} bytes; its manifest says ${expected}`;
      yield createVaultFinding('archive-size', path, message);
    } else if (!isVerified) {
      yield createVaultFinding('archive-unverified', path, `The archive "${archive}" is not verified`);
    }
  }
}

/**
 * Plain names of archives that the journal expects but that have neither a file nor a manifest. `damaged` lists the
 * archives whose manifests cannot be read.
 */
export async function listLostArchives(
  vault: Vault,
  { manifests, damaged, lines }: Known,
): Promise<readonly string[]> {
  const known = new Set([...manifests.map(({ archive }) => archive), ...damaged].map(plainNameOf));
  const lost: string[] = [];
  for (const archive of findExpectedArchives(lines)) {
    const names = [archive, encryptedNameOf(archive)];
    const sizes = await Promise.all(known.has(archive) ? [] : names.map((name) => vault.archiveSize(name)));
    if (sizes.length > 0 && sizes.every((sizeBytes) => sizeBytes === undefined)) {
      lost.push(archive);
    }
  }
  return lost;
}

interface Known {
  readonly manifests: readonly Manifest[];
  readonly damaged: readonly string[];
  readonly lines: readonly JournalLine[];
}

/**
 * Detects a journal with a missing end: it must record how the newest backup was added, because it keeps the latest
 * runs, and it is never empty in a vault with archives. Undefined if nothing is missing, or if a repair has recorded
 * the loss.
 */
export function findLostJournal(
  manifests: readonly Manifest[],
  lines: readonly JournalLine[],
): string | undefined {
  const newest = manifests
    .filter(({ backup }) => backup !== undefined || lines.length === 0) // A killed import may have noted no line.
    .toSorted((a, b) => Date.parse(a.downloadedAt) - Date.parse(b.downloadedAt))
    .at(-1);
  const repairedAt = lines.findLast(({ type }) => type === 'journal-mended')?.at ?? '';
  const isKnown =
    newest === undefined ||
    Date.parse(newest.downloadedAt) <= Date.parse(repairedAt) ||
    lines.some(
      (line) => line.type === 'manifest-written' && plainNameOf(line.archive) === plainNameOf(newest.archive),
    );
  return isKnown ? undefined : `The end of the journal is missing: it has no entry for "${newest.archive}"`;
}

interface ReadOptions {
  readonly vault: Vault;
  readonly decrypt: Decrypt | undefined;
  readonly searchPath: string;
  readonly signal: AbortSignal;
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
}

/** Number of bytes that `checkContent()` reads: it reads each file twice, or once if there is no key for it. */
export function bytesToRead(manifest: Manifest, decrypt: Decrypt | undefined): number {
  const { sizeBytes } = storedFileOf(manifest);
  return manifest.encryption !== undefined && decrypt === undefined ? sizeBytes : 2 * sizeBytes;
}

/** Reads a whole archive: compares its digest and, if there is a key, verifies its content. */
export async function checkContent(
  manifest: Manifest,
  options: ReadOptions,
): Promise<readonly VaultFinding[]> {
  const findings: VaultFinding[] = [];
  try {
    await options.vault.withArchives([manifest.archive], async ([filePath = '']) => {
      for await (const finding of readContent(manifest, filePath, options)) {
        findings.push(finding);
      }
    });
  } catch (error) {
    const code = error instanceof Failure ? CODE_OF_FAILURE[error.code] : undefined;
    if (code === undefined) {
      throw error;
    }
    findings.push(createVaultFinding(code, `archives/${manifest.archive}`, messageOf(error)));
  }
  return findings;
}

/** What is wrong with the archive itself. */
const CODE_OF_FAILURE: Readonly<Partial<Record<FailureCode, VaultFindingCode>>> = {
  'not-an-archive': 'archive-damaged',
  'archive-damaged': 'archive-damaged',
  'key-missing': 'archive-unread',
};

async function* readContent(
  manifest: Manifest,
  filePath: string,
  { decrypt, searchPath, signal, onProgress }: ReadOptions,
): AsyncGenerator<VaultFinding, void> {
  const { archive, encryption } = manifest;
  const path = `archives/${archive}`;
  const { sha256, sizeBytes } = storedFileOf(manifest);
  if (!(await hasDigest(filePath, sha256, signal, onProgress))) {
    const message = `The archive "${archive}" does not match the checksum in its manifest`;
    yield createVaultFinding('archive-digest', path, message);
  }
  if (encryption !== undefined && decrypt === undefined) {
    const message = `The archive "${archive}" is encrypted: only its bytes were compared`;
    yield createVaultFinding('archive-unread', path, message);
    return;
  }
  const source = await openArchiveSource(filePath, { decrypt });
  const report = await verifyArchive({
    source,
    level: 'records',
    expectedSha256: manifest.sha256,
    searchPath,
    signal,
    onProgress: (doneBytes) => onProgress?.(sizeBytes + doneBytes),
  });
  const error = firstError(report.findings);
  if (!report.isVerified && manifest.isVerified) {
    const reason = error?.message ?? 'it is incomplete';
    yield createVaultFinding('archive-damaged', path, `The archive "${archive}" is damaged: ${reason}`);
  }
}

const CODE_OF_SPARE = {
  leftover: 'file-leftover',
  draft: 'store-unfinished',
  part: 'file-leftover',
  unfinished: 'file-unfinished',
  plain: 'archive-plain',
  unlisted: 'manifest-missing',
  stray: 'file-stray',
} as const satisfies Readonly<Record<SpareFile['kind'], VaultFindingCode>>;

const WORDS_OF_SPARE = {
  leftover: 'was left by an interrupted run',
  draft: 'is part of a store that a rebuild is building, or was building when it was interrupted',
  part: 'was left by an interrupted load',
  unfinished: 'is a partial download that the next backup will resume',
  plain: 'is the unencrypted form of an archive',
  unlisted: 'is an archive without a manifest',
  stray: 'does not belong to a vault',
} as const satisfies Readonly<Record<SpareFile['kind'], string>>;

/** Describes a file that no manifest refers to. */
export function findingOfSpare({ kind, path }: SpareFile): VaultFinding {
  return createVaultFinding(CODE_OF_SPARE[kind], path, `The file "${path}" ${WORDS_OF_SPARE[kind]}`);
}
