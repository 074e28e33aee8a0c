import { createHash } from 'node:crypto';
import type { Decrypt } from '../archive/encrypted-source.ts';
import { quoteText } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import { digesting, encryptStream } from '../vault/encrypt-file.ts';
import { areSameRecipients, describeRecipients } from '../vault/encryption-wish.ts';
import { encryptedNameOf, type Manifest, storedFileOf } from '../vault/manifest.ts';
import type { VaultEncryption } from '../vault/vault.ts';
import { type CopyOptions, FilesCopying, present } from './copy/copy-files.ts';
import { digestChecked } from './copy/digest-checked.ts';
import { type CopySource, type CopyTarget, hasAllOf } from './copy/vault-end.ts';
import type { CopiedKind } from './copy-event.ts';

interface VaultCopyOptions extends CopyOptions<CopySource, CopyTarget> {
  /** Decrypts archives that are to be encrypted for others. */
  readonly decrypt?: Decrypt | undefined;
}

/** What was copied between two vaults, and what could not be. */
export interface CopyReport {
  /** Numbers of what was copied, or would be. */
  readonly copied: Readonly<Record<CopiedKind, number>>;
  readonly copiedBytes: number;
  /** Archives that were there already. */
  readonly known: number;
  /** What could not be copied, and why. */
  readonly troubles: readonly Failure[];
}

/**
 * Copies everything that a vault has, and another one does not: archives with their manifests, the newest first; files
 * and repositories of the store, the store itself, and the journal. All content is compared with its digest while it is
 * copied. A damaged file is not copied, and does not prevent copying the others. An interrupted copy is continued by
 * running it again. Nothing is removed from the target.
 */
export async function copyVault(options: VaultCopyOptions): Promise<CopyReport> {
  const copying = new VaultCopying(options);
  const { from, to, isDryRun } = options;
  await copying.archives();
  await copying.blobs('blobs');
  await copying.blobs('lfs');
  await copying.repositories();
  await copying.store();
  if (!isDryRun) {
    await to.finish(await from.journal());
  }
  return copying.report();
}

class VaultCopying extends FilesCopying {
  readonly #options: VaultCopyOptions;
  #known = 0;

  constructor(options: VaultCopyOptions) {
    super(options);
    this.#options = options;
  }

  report(): CopyReport {
    const { copied, copiedBytes, troubles } = this;
    return { copied, copiedBytes, known: this.#known, troubles };
  }

  async archives(): Promise<void> {
    const { from, to } = this.#options;
    const { manifests, faults } = await from.manifests();
    for (const { fileName, reason } of faults) {
      this.add(new Failure('vault-damaged', `Cannot copy "${fileName}" of "${from.name}": ${reason}`));
    }
    const there = await to.archives();
    const digests = new Set([...there.values()].map((manifest) => manifest?.sha256));
    for (const manifest of manifests.toReversed()) {
      const { archive } = manifest;
      const same = there.get(archive);
      if (same !== undefined && same.sha256 !== manifest.sha256) {
        const found = 'the target has a different archive with this name';
        this.add(new Failure('usage', `Cannot copy ${quoteText(archive)}: ${found}`));
      } else if (there.has(archive) || digests.has(manifest.sha256)) {
        this.#known += 1;
      } else {
        await this.attempt(async () => await this.#copyArchive(manifest));
      }
    }
  }

  async #copyArchive(manifest: Manifest): Promise<void> {
    const { from, to, decrypt } = this.#options;
    const { archive } = manifest;
    const { sizeBytes, sha256 } = storedFileOf(manifest);
    await this.copy({ kind: 'archive', name: archive, sizeBytes }, async () => {
      const content = present(await from.openArchive(archive), archive, from);
      const checked = digestChecked(content, { sha256, name: archive });
      const read = this.reporting(checked, 'archive', archive, sizeBytes);
      const fitted = await fitArchive(manifest, read, { ...to, decrypt });
      await to.writeArchive(fitted.name, fitted.content, fitted.sizeBytes);
      await to.writeManifest(fitted.manifest());
    });
  }

  /** A store that contains snapshots which the copied one lacks is never replaced. */
  async store(): Promise<void> {
    const { from, to, isDryRun, onEvent } = this.#options;
    await this.attempt(async () => {
      const store = await from.store();
      const former = await to.store();
      if (store === undefined || store.sha256 === former?.sha256) {
        return;
      }
      const { sizeBytes, sha256 } = store;
      const open = async () => {
        const checked = digestChecked(await store.open(), { sha256, name: 'store.db' });
        return this.reporting(checked, 'store', 'store.db', sizeBytes);
      };
      const mayReplace = former === undefined || hasAllOf(store, former);
      if (!mayReplace || !(isDryRun || (await to.writeStore({ ...store, open }, former?.sha256)))) {
        const message = `The store of "${to.name}" is not replaced: it contains snapshots that the one of "${from.name}" lacks`;
        onEvent({ type: 'trouble', message });
        return;
      }
      await this.copy({ kind: 'store', name: 'store.db', sizeBytes }, async () => undefined);
    });
  }
}

/** An archive as the target of a copy is to have it. */
interface FittedArchive {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Undefined until it was encrypted. */
  readonly sizeBytes: number | undefined;
  /** Its manifest, once the content was read. */
  manifest(): Manifest;
}

interface FitOptions {
  /** Of the target. */
  readonly encryption: VaultEncryption;
  readonly decrypt: Decrypt | undefined;
}

/**
 * Encrypts an archive for the recipients of the target: a plain one in a directory, and one that is encrypted for others if
 * there is a key. Fails with `key-missing` if it is known that they could not read it. Without a key, an archive stays as it
 * is if no one knows for whom it was encrypted.
 */
async function fitArchive(
  manifest: Manifest,
  content: AsyncIterable<Uint8Array>,
  { encryption: { recipients, extent, ofNewArchives }, decrypt }: FitOptions,
): Promise<FittedArchive> {
  const { archive, encryption: former } = manifest;
  const wanted = extent === 'everything' && former !== undefined ? recipients : ofNewArchives;
  const isUnknown = former?.recipients.length === 0 && decrypt === undefined;
  if (wanted.length === 0 || isUnknown || (former && areSameRecipients(former.recipients, wanted))) {
    const { sizeBytes } = storedFileOf(manifest);
    return { name: archive, content, sizeBytes, manifest: () => manifest };
  }
  if (former !== undefined && decrypt === undefined) {
    throw new Failure(
      'key-missing',
      `Cannot copy "${archive}": it is encrypted for ${describeRecipients(former.recipients)}, and the target for ${describeRecipients(wanted)}`,
      {
        hint: 'Name a key that reads it in "identityFiles": then it is encrypted again',
        commandHint: 'Name a key that reads it with --identity-file: then it is encrypted again',
      },
    );
  }
  const plain = former === undefined ? content : await opened(content, manifest, decrypt);
  const digest = createHash('sha256');
  let sizeBytes = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
  const name = former === undefined ? encryptedNameOf(archive) : archive;
  return {
    name,
    content: counted(digesting(await encryptStream(plain, wanted), digest)),
    sizeBytes: undefined,
    manifest: () => ({
      ...manifest,
      archive: name,
      encryption: { method: 'age', recipients: wanted, sizeBytes, sha256: digest.digest('hex') },
    }),
  };
}

async function opened(
  content: AsyncIterable<Uint8Array>,
  { archive, sha256 }: Manifest,
  decrypt: Decrypt | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = decrypt === undefined ? content : (await decrypt(content, archive)).chunks;
  return digestChecked(chunks, { sha256, name: archive });
}
