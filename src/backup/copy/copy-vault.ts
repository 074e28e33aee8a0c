import { Failure, quoteText } from '../../base/index.ts';
import { type Manifest, storedFileOf } from '../../vault/index.ts';
import { eachOf } from '../each-of.ts';
import { digestChecked } from './digest-checked.ts';
import { AT_ONCE, type CopiedRepository, type CopySource, type CopyTarget } from './vault-end.ts';

export interface CopyOptions {
  readonly from: CopySource;
  readonly to: CopyTarget;
  /** Lists what would be copied, and writes nothing. */
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: CopyEvent) => void;
}

/** What is copied. */
export type CopiedKind = 'archive' | 'file' | 'repository' | 'store';

export type CopyEvent =
  /** This has been copied, or would be. */
  | { readonly type: 'copied'; readonly kind: CopiedKind; readonly name: string; readonly sizeBytes: number }
  /** Bytes of one archive or of the store that have been copied. */
  | {
      readonly type: 'copying';
      readonly kind: CopiedKind;
      readonly name: string;
      readonly doneBytes: number;
      readonly totalBytes: number;
    }
  | { readonly type: 'trouble'; readonly message: string };

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
export async function copyVault(options: CopyOptions): Promise<CopyReport> {
  const copying = new Copying(options);
  const { from, to, isDryRun } = options;
  await copying.archives();
  await copying.blobs();
  await copying.repositories();
  await copying.store();
  if (!isDryRun) {
    await to.finish(await from.journal());
  }
  return copying.report();
}

class Copying {
  readonly #options: CopyOptions;
  readonly #copied: Record<CopiedKind, number> = { archive: 0, file: 0, repository: 0, store: 0 };
  readonly #troubles: Failure[] = [];
  #copiedBytes = 0;
  #known = 0;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  report(): CopyReport {
    return {
      copied: this.#copied,
      copiedBytes: this.#copiedBytes,
      known: this.#known,
      troubles: this.#troubles,
    };
  }

  async archives(): Promise<void> {
    const { from, to } = this.#options;
    const { manifests, faults } = await from.manifests();
    for (const { fileName, reason } of faults) {
      this.#add(new Failure('vault-damaged', `Cannot copy "${fileName}" of "${from.name}": ${reason}`));
    }
    const there = await to.archives();
    const digests = new Set([...there.values()].map((manifest) => manifest?.sha256));
    for (const manifest of manifests.toReversed()) {
      const { archive } = manifest;
      const same = there.get(archive);
      if (same !== undefined && same.sha256 !== manifest.sha256) {
        const found = 'the target has a different archive with this name';
        this.#add(new Failure('usage', `Cannot copy ${quoteText(archive)}: ${found}`));
      } else if (there.has(archive) || digests.has(manifest.sha256)) {
        this.#known += 1;
      } else {
        await this.#attempt(async () => await this.#copyArchive(manifest));
      }
    }
  }

  async #copyArchive(manifest: Manifest): Promise<void> {
    const { from, to } = this.#options;
    const { archive } = manifest;
    const { sizeBytes, sha256 } = storedFileOf(manifest);
    await this.#copy({ kind: 'archive', name: archive, sizeBytes }, async () => {
      const content = present(await from.openArchive(archive), archive, from);
      const checked = digestChecked(content, { sha256, name: archive });
      await to.writeArchive(manifest, this.#reporting(checked, 'archive', archive, sizeBytes));
    });
  }

  async blobs(): Promise<void> {
    const { from, to } = this.#options;
    const there = await to.blobs();
    const missing = [...(await from.blobs())].filter(([sha256]) => !there.has(sha256));
    await eachOf(missing, AT_ONCE, async ([sha256, sizeBytes]) => {
      await this.#attempt(() =>
        this.#copy({ kind: 'file', name: sha256, sizeBytes }, async () => {
          const content = present(await from.openBlob(sha256), sha256, from);
          await to.writeBlob(sha256, digestChecked(content, { sha256, name: sha256 }), sizeBytes);
        }),
      );
    });
  }

  async repositories(): Promise<void> {
    const { from, to } = this.#options;
    const there = await to.repositories();
    for (const folder of await from.repositories()) {
      if (!there.has(folder)) {
        await this.#attempt(() =>
          this.#copy({ kind: 'repository', name: folder, sizeBytes: 0 }, async () => {
            const repository = present(await from.openRepository(folder), folder, from);
            await to.writeRepository(folder, checkedRepository(folder, repository));
          }),
        );
      }
    }
  }

  /** A store that contains snapshots which the copied one lacks is never replaced. */
  async store(): Promise<void> {
    const { from, to, onEvent } = this.#options;
    await this.#attempt(async () => {
      const store = await from.store();
      const former = await to.store();
      if (store === undefined || store.sha256 === former?.sha256) {
        return;
      }
      if (former?.snapshots.every((snapshot) => store.snapshots.includes(snapshot)) === false) {
        const message = `The store of "${to.name}" is not replaced: it contains snapshots that the one of "${from.name}" lacks`;
        onEvent({ type: 'trouble', message });
        return;
      }
      const { sizeBytes, sha256 } = store;
      await this.#copy({ kind: 'store', name: 'store.db', sizeBytes }, async () => {
        const checked = digestChecked(await store.open(), { sha256, name: 'store.db' });
        const open = async () => this.#reporting(checked, 'store', 'store.db', sizeBytes);
        await to.writeStore({ ...store, open });
      });
    });
  }

  async #copy(
    what: { readonly kind: CopiedKind; readonly name: string; readonly sizeBytes: number },
    work: () => Promise<void>,
  ): Promise<void> {
    const { isDryRun, signal, onEvent } = this.#options;
    signal.throwIfAborted();
    if (!isDryRun) {
      await work();
    }
    this.#copied[what.kind] += 1;
    this.#copiedBytes += what.sizeBytes;
    onEvent({ type: 'copied', ...what });
  }

  async *#reporting(
    content: AsyncIterable<Uint8Array>,
    kind: CopiedKind,
    name: string,
    totalBytes: number,
  ): AsyncGenerator<Uint8Array, void> {
    const { signal, onEvent } = this.#options;
    let doneBytes = 0;
    for await (const chunk of content) {
      signal.throwIfAborted();
      doneBytes += chunk.length;
      onEvent({ type: 'copying', kind, name, doneBytes, totalBytes });
      yield chunk;
    }
  }

  /** Damage of one item concerns only that item; anything else ends the copy. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure && ITEM_FAILURES.has(error.code))) {
        throw error;
      }
      this.#add(error);
    }
  }

  #add(failure: Failure): void {
    this.#troubles.push(failure);
    this.#options.onEvent({ type: 'trouble', message: failure.message });
  }
}

const ITEM_FAILURES: ReadonlySet<string> = new Set(['archive-damaged', 'vault-damaged']);

function present<Content>(content: Content | undefined, name: string, from: CopySource): Content {
  if (content === undefined) {
    throw new Failure('vault-damaged', `Cannot copy "${name}": "${from.name}" does not have it`, {
      hint: '"satchel vault check" lists everything that is missing',
    });
  }
  return content;
}

/** The same repository; each of its files is compared with its digest while it is read. */
function checkedRepository(folder: string, { files, open }: CopiedRepository): CopiedRepository {
  return {
    files,
    open: async (file) =>
      digestChecked(await open(file), { sha256: file.sha256, name: `${folder}/${file.path}` }),
  };
}
