import { definedMembers, Failure } from '../base/index.ts';
import type { MigrationRequest } from '../model/index.ts';
import { waitForStore } from '../store/index.ts';
import { encryptedNameOf, type Manifest, reasonAgainstResuming } from '../vault/index.ts';
import type { BackupRun } from './backup-run.ts';
import { encryptArchive, findEncrypted } from './encrypt-archives.ts';
import { judgeStore } from './keeping/judge-store.ts';
import { findPlainBackups, type PlainArchive, type PlainBackup } from './keeping/plain-archives.ts';
import { makeManifest } from './keeping/repair-manifests.ts';
import { noteStore, suspectStore } from './keeping/store-notes.ts';
import { loadArchives } from './load-archives.ts';
import { findBrokenOff } from './open-backup.ts';

/**
 * Encrypts the archives that interrupted runs left plain, whatever this run is asked for: nobody may ask for the same
 * again. Their backups end with that, loaded and noted down. What this run goes on with itself is left to it, and so is
 * what lacks parts as long as it can be gone on with. The plain files go when the vault is swept.
 */
export async function encryptLeftovers(run: BackupRun): Promise<void> {
  const { vault, journal, recipients = [], signal, onEvent } = run;
  if (recipients.length === 0) {
    return;
  }
  const own = findBrokenOff(run);
  for (const plain of await findPlainBackups(vault, journal.lines)) {
    if (isLeftToOthers(plain, own, run)) {
      continue;
    }
    try {
      await finishBackup(plain, run);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) {
        throw error;
      }
      onEvent({ type: 'trouble', message: error.message });
    }
  }
}

function isLeftToOthers(
  plain: PlainBackup,
  own: ReturnType<typeof findBrokenOff>,
  { clock }: BackupRun,
): boolean {
  if (plain.backup === own?.backup) {
    return own.isResumed;
  }
  return plain.isOpen && !plain.isComplete && reasonAgainstResuming(plain, clock.now()) === undefined;
}

async function finishBackup(plain: PlainBackup, run: BackupRun): Promise<void> {
  const { vault, journal } = run;
  const { backup, archives, isComplete, isOpen } = plain;
  const manifests: Manifest[] = [];
  for (const archive of archives) {
    manifests.push(await manifestOf(archive, plain, run));
  }
  const isLoaded = await loadWhatLacks(plain, manifests, run);
  for (const [index, { name }] of archives.entries()) {
    const { loading: _former, ...manifest } = manifests[index] as Manifest; // One was made of each archive.
    const { sha256 } = manifest;
    const path = vault.archivePath(name);
    const encryption = (await findEncrypted(name, vault)) ?? (await encryptArchive({ path, sha256 }, run));
    const archive = encryptedNameOf(name);
    await vault.addManifest({
      ...manifest,
      archive,
      encryption,
      ...definedMembers({ loading: isLoaded ? undefined : ('owed' as const) }),
    });
    await journal.write({ type: 'manifest-written', archive, isVerified: manifest.isVerified, sha256 });
  }
  if (isOpen && isComplete && isLoaded) {
    await journal.write({ type: 'backup-finished', backup });
  } else if (isOpen) {
    const reason = 'a run for something else encrypted what there was of it';
    await journal.write({ type: 'backup-given-up', backup, reason });
  }
}

/** What an interrupted run has noted down already, else what the archive and the journal tell. */
async function manifestOf(
  { name, part, migration }: PlainArchive,
  { account, backup }: PlainBackup,
  { vault, journal, satchelVersion, clock, signal }: BackupRun,
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

/** Loads what is not in the store yet, as one snapshot; false where that fails, which does not keep it from its encryption. */
async function loadWhatLacks(
  { request, archives }: PlainBackup,
  manifests: readonly Manifest[],
  run: BackupRun,
): Promise<boolean> {
  const { vault, journal, clock, signal, onEvent } = run;
  const names = new Set(archives.flatMap(({ name }) => [name, encryptedNameOf(name)]));
  const others = (await vault.manifests()).filter(({ archive }) => !names.has(archive));
  const { lacking } = judgeStore(vault.storePath, [...others, ...manifests], journal.lines);
  if (!lacking.some((manifest) => manifests.includes(manifest))) {
    return true;
  }
  const onTrouble = (message: string) => onEvent({ type: 'trouble', message });
  const [{ name, migration }] = archives;
  try {
    await suspectStore(vault, journal, onTrouble);
    await loadArchives({
      vault,
      paths: archives.map((archive) => vault.archivePath(archive.name)),
      archive: {
        name,
        takenAt: migration.createdAt,
        migrationId: migration.id,
        scope: { ...coveredBy(request, archives) },
      },
      opening: {},
      keepsGit: run.keepsGit !== false,
      clock,
      signal,
      command: 'satchel backup',
      patience: waitForStore(signal, onTrouble),
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

/** What is not there says nothing about its records. */
function coveredBy(request: MigrationRequest, archives: readonly PlainArchive[]): MigrationRequest {
  return { ...request, repositories: archives.flatMap(({ part }) => part.request.repositories) };
}
