import { isStoredWhole } from '../../vault/archive-presence.ts';
import { encryptFile } from '../../vault/encrypt-file.ts';
import { encryptedNameOf, type Manifest } from '../../vault/manifest.ts';
import { findKeyFault } from '../check-encryption.ts';
import { messageOfFailure, type RepairOptions, resultOf, type Take } from '../repair.ts';

/** Encrypts archives in a directory for all recipients of the vault: plain ones, and with a key those for others. */
export async function repairEncryption(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun, opening } = options;
  const { extent, recipients } = vault.encryption;
  if (extent !== 'archives' || recipients.length === 0) {
    return;
  }
  const manifests = await vault.manifests();
  for (const manifest of manifests) {
    const { archive } = manifest;
    if ((await vault.archiveSize(archive)) === undefined) {
      continue;
    }
    const fault = await findFault(manifest, options);
    if (fault === undefined) {
      continue;
    }
    const path = `archives/${archive}`;
    const found = `The archive "${archive}" ${fault}`;
    if (manifest.encryption !== undefined && opening.decrypt === undefined) {
      const missing = 'it needs the file of a key that reads it';
      take({ path, found: `${found}; ${missing}`, remedy: undefined, result: 'impossible' });
      continue;
    }
    try {
      await (isDryRun ? undefined : encryptAgain(manifest, manifests, options));
      take({ path, found, remedy: 'encrypted for all keys of the vault', result: resultOf(isDryRun) });
    } catch (error) {
      take({ path, found: `${found}; ${messageOfFailure(error)}`, remedy: undefined, result: 'impossible' });
    }
  }
}

async function findFault(manifest: Manifest, { vault, opening }: RepairOptions): Promise<string | undefined> {
  const { archive, encryption } = manifest;
  if (encryption === undefined) {
    return 'is not encrypted, although the vault is';
  }
  // A repair that was killed has replaced a file, and not written its manifest.
  const isReplaced = opening.decrypt !== undefined && !(await isStoredWhole(manifest, vault));
  return isReplaced
    ? 'does not match the checksum in its manifest'
    : await findKeyFault({ archive, encryption }, { vault, ...opening });
}

async function encryptAgain(
  manifest: Manifest,
  manifests: readonly Manifest[],
  { vault, run, opening, signal }: RepairOptions,
): Promise<void> {
  const { archive: former, sha256, isVerified } = manifest;
  const { recipients } = vault.encryption;
  const archive = manifest.encryption === undefined ? encryptedNameOf(former) : former;
  const made = archive === former ? undefined : manifests.find((other) => other.archive === archive);
  if (made === undefined || !(await isStoredWhole(made, vault))) {
    const file = await encryptFile({
      from: vault.archivePath(former),
      to: vault.archivePath(archive),
      sha256,
      decrypt: manifest.encryption === undefined ? undefined : opening.decrypt,
      recipients,
      disk: vault.disk,
      signal,
    });
    await vault.addManifest({ ...manifest, archive, encryption: { method: 'age', recipients, ...file } });
    const journal = await vault.journal.open(run);
    await journal.write({ type: 'manifest-written', archive, isVerified, sha256 });
    await journal.close();
  }
  if (archive !== former) {
    await vault.forget(former);
  }
}
