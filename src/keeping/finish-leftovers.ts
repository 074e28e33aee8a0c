import { definedMembers } from '../base/json.ts';
import { Failure } from '../model/failure.ts';
import { waitForStore } from '../store/store-lock.ts';
import { reasonAgainstResuming } from '../vault/backup-history.ts';
import type { RunJournal } from '../vault/journal.ts';
import { coverageOf, encryptedNameOf, type Manifest } from '../vault/manifest.ts';
import { findLeftBackups, type LeftArchive, type LeftBackup } from './check/left-archives.ts';
import { type EncryptedEvent, encryptArchive, findEncrypted } from './encrypt-archives.ts';
import { inspectStore } from './inspect-store.ts';
import { type LoadArchivesOptions, loadArchives } from './load-archives.ts';
import { loadFromVault } from './rebuild-store.ts';
import { makeManifest } from './repair/repair-manifests.ts';
import { noteStore, recordStoreDamage } from './store-notes.ts';

/** An interrupted backup, and whether this run resumes it. */
export interface InterruptedBackup {
  readonly backup: string;
  readonly isResumed: boolean;
}

/** What is needed from a run, whether a backup or an import. */
interface FinishOptions extends Pick<LoadArchivesOptions, 'clock' | 'searchPath' | 'signal' | 'vault'> {
  readonly journal: RunJournal;
  readonly satchelVersion: string;
  /** Whether repositories are also kept next to the store (default: true). */
  readonly git?: boolean | undefined;
  readonly onEvent: (event: EncryptedEvent | { readonly type: 'trouble'; readonly message: string }) => void;
  /** The interrupted backup that this run may resume itself. */
  readonly own?: InterruptedBackup | undefined;
  /** Skips backups that need no encryption. */
  readonly isOnlyEncryption?: boolean;
  /** The account of this run, which no other run is backing up. */
  readonly account?: string | undefined;
}

/**
 * Finishes backups whose interrupted runs left archives without a manifest: the archives are loaded, encrypted if the
 * vault is, and get their manifests. A backup that this run resumes is skipped, and so is one with missing
 * parts that can still be resumed. In an encrypted vault they wait for a run that encrypts. Plain copies are removed when
 * the vault is swept. Archives that have a manifest and were not loaded are loaded.
 */
export async function finishLeftovers(options: FinishOptions): Promise<void> {
  const { vault, journal, signal, onEvent, isOnlyEncryption = false } = options;
  const { extent, recipients, ofNewArchives } = vault.encryption;
  const needsEncryption = extent === 'archives' && recipients.length > 0;
  const isWanted = needsEncryption ? ofNewArchives.length > 0 : !isOnlyEncryption;
  for (const left of isWanted ? await findLeftBackups(vault, journal.lines) : []) {
    if (isLeftToOthers(left, options)) {
      continue;
    }
    try {
      await finishBackup(left, options);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) {
        throw error;
      }
      onEvent({ type: 'trouble', message: error.message });
    }
  }
  await (isOnlyEncryption ? undefined : loadOwed(options));
}

/**
 * Loads archives of which an earlier run could only write the manifest, because it was interrupted or the store was
 * busy. Encrypted ones wait for a rebuild with the key, and a damaged store waits for a rebuild.
 */
async function loadOwed(options: FinishOptions): Promise<void> {
  const { vault, journal, own, account, git, signal, onEvent } = options;
  const manifests = await vault.manifests();
  const owed = manifests.filter(
    (manifest) =>
      manifest.loading === 'owed' &&
      manifest.encryption === undefined &&
      (vault.origin === undefined || manifest.account === account) &&
      !(own?.isResumed === true && manifest.backup === own.backup),
  );
  if (owed.length === 0 || inspectStore(vault.storePath, manifests, journal.lines).state === 'damaged') {
    return;
  }
  const onTrouble = (message: string) => onEvent({ type: 'trouble', message });
  try {
    await recordStoreDamage(vault, journal, onTrouble);
    await loadFromVault(owed, {
      ...options,
      opening: {},
      keepsGit: git !== false,
      onEvent: (event) => void (event.type === 'trouble' && onTrouble(event.message)),
    });
    await noteStore(vault, journal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure)) {
      throw error;
    }
    onTrouble(error.message);
  }
}

function isLeftToOthers(left: LeftBackup, { own, account, vault, clock }: FinishOptions): boolean {
  if (vault.origin !== undefined && left.account !== account) {
    return true; // Another machine may be at it.
  }
  if (left.backup === own?.backup) {
    return own.isResumed;
  }
  return left.isOpen && !left.isComplete && reasonAgainstResuming(left, clock.now()) === undefined;
}

async function finishBackup(left: LeftBackup, options: FinishOptions): Promise<void> {
  const { vault, journal } = options;
  const { backup, archives, isComplete, isOpen } = left;
  const manifests: Manifest[] = [];
  for (const archive of archives) {
    manifests.push(await manifestOf(archive, left, options));
  }
  const isLoaded = await loadWhatLacks(left, manifests, options);
  for (const [index, { name }] of archives.entries()) {
    const { loading: _former, ...manifest } = manifests[index] as Manifest; // There is one for each archive.
    const { sha256, isVerified } = manifest;
    const path = vault.archivePath(name);
    const encryption =
      vault.encryption.ofNewArchives.length === 0
        ? undefined
        : ((await findEncrypted(name, vault)) ?? (await encryptArchive({ path, sha256 }, options)));
    const archive = encryption === undefined ? name : encryptedNameOf(name);
    const loading = isLoaded ? undefined : ('owed' as const);
    await vault.addManifest({ ...manifest, archive, ...definedMembers({ encryption, loading }) });
    await journal.write({ type: 'manifest-written', archive, isVerified, sha256 });
  }
  if (isOpen && isComplete && isLoaded) {
    await journal.write({ type: 'backup-finished', backup });
  } else if (isOpen) {
    const reason = 'another run recorded what it had done';
    await journal.write({ type: 'backup-given-up', backup, reason });
  }
}

/** The manifest that an interrupted run has written, or one made from the archive and the journal. */
async function manifestOf(
  { name, part, migration }: LeftArchive,
  { account, backup }: LeftBackup,
  { vault, journal, satchelVersion, clock, signal }: FinishOptions,
): Promise<Manifest> {
  const noted = (await vault.manifests()).find(({ archive }) => archive === encryptedNameOf(name));
  if (noted !== undefined) {
    return noted;
  }
  const { lines } = journal;
  const made = await makeManifest(name, { vault, lines, opening: {}, satchelVersion, clock, signal });
  const { request } = part;
  return { ...made, origin: 'backup', account, backup, request, takenAt: migration.createdAt };
}

/** Loads what the store lacks as one snapshot; returns false if that fails, which does not stop the other steps. */
async function loadWhatLacks(
  { archives }: LeftBackup,
  manifests: readonly Manifest[],
  options: FinishOptions,
): Promise<boolean> {
  const { vault, journal, clock, signal, onEvent } = options;
  const names = new Set(archives.flatMap(({ name }) => [name, encryptedNameOf(name)]));
  const others = (await vault.manifests()).filter(({ archive }) => !names.has(archive));
  const { lacking } = inspectStore(vault.storePath, [...others, ...manifests], journal.lines);
  if (!lacking.some((manifest) => manifests.includes(manifest))) {
    return true;
  }
  const onTrouble = (message: string) => onEvent({ type: 'trouble', message });
  const [{ name, migration }] = archives;
  try {
    await recordStoreDamage(vault, journal, onTrouble);
    await loadArchives({
      vault,
      paths: archives.map((archive) => vault.archivePath(archive.name)),
      archive: {
        name,
        takenAt: migration.createdAt,
        migrationId: migration.id,
        // Repositories without an archive are not covered, so their records do not vanish.
        ...definedMembers({ scope: coverageOf(manifests) }),
      },
      opening: {},
      keepsGit: options.git !== false,
      searchPath: options.searchPath,
      clock,
      signal,
      command: 'satchel backup',
      lockWait: waitForStore(signal, onTrouble),
    });
    await noteStore(vault, journal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure)) {
      throw error;
    }
    onTrouble(error.message);
    return false;
  }
}
