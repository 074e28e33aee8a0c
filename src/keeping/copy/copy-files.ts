import { eachOf } from '../../base/each-of.ts';
import { Failure } from '../../model/failure.ts';
import type { DigestFolder } from '../../store/file-folders.ts';
import type { CopiedKind, CopyEvent } from '../copy-event.ts';
import { digestChecked } from './digest-checked.ts';
import { AT_ONCE, type CopiedRepository, type FilesSource, type FilesTarget } from './vault-end.ts';

export interface CopyOptions<Source = FilesSource, Target = FilesTarget> {
  readonly from: Source;
  readonly to: Target;
  /** Lists what would be copied, and writes nothing. */
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: CopyEvent) => void;
}

/** Copies attachments, files in Git LFS and repositories that the target does not have. Returns what could not be copied, and why. */
export async function copyFiles(options: CopyOptions): Promise<readonly Failure[]> {
  const copying = new FilesCopying(options);
  await copying.blobs('blobs');
  await copying.blobs('lfs');
  await copying.repositories();
  return copying.troubles;
}

/**
 * All content is compared with its digest while it is copied. A damaged file is not copied, and does not prevent copying
 * the others.
 */
export class FilesCopying {
  readonly copied: Record<CopiedKind, number> = { archive: 0, file: 0, repository: 0, store: 0 };
  readonly troubles: Failure[] = [];
  copiedBytes = 0;
  readonly #options: CopyOptions;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  async blobs(of: DigestFolder): Promise<void> {
    const { from, to } = this.#options;
    const listed = await from.blobs(of);
    const there = listed.size === 0 ? new Set<string>() : await to.blobs(of);
    const missing = [...listed].filter(([sha256]) => !there.has(sha256));
    await eachOf(missing, AT_ONCE, async ([sha256, sizeBytes]) => {
      await this.attempt(() =>
        this.copy({ kind: 'file', name: sha256, sizeBytes }, async () => {
          const content = present(await from.openBlob(sha256, of), sha256, from);
          await to.writeBlob({ of, sha256, sizeBytes }, digestChecked(content, { sha256, name: sha256 }));
        }),
      );
    });
  }

  async repositories(): Promise<void> {
    const { from, to } = this.#options;
    const there = await to.repositories();
    for (const folder of await from.repositories()) {
      if (!there.has(folder)) {
        await this.attempt(() =>
          this.copy({ kind: 'repository', name: folder, sizeBytes: 0 }, async () => {
            const repository = present(await from.openRepository(folder), folder, from);
            await to.writeRepository(folder, checkedRepository(folder, repository));
          }),
        );
      }
    }
  }

  /** Counts and reports what `work` copies; a dry run only does that. */
  async copy(
    what: { readonly kind: CopiedKind; readonly name: string; readonly sizeBytes: number },
    work: () => Promise<void>,
  ): Promise<void> {
    const { isDryRun, signal, onEvent } = this.#options;
    signal.throwIfAborted();
    if (!isDryRun) {
      await work();
    }
    this.copied[what.kind] += 1;
    this.copiedBytes += what.sizeBytes;
    onEvent({ type: 'copied', ...what });
  }

  /** The same content; reports its progress. */
  async *reporting(
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
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure && ITEM_FAILURES.has(error.code))) {
        throw error;
      }
      this.add(error);
    }
  }

  add(failure: Failure): void {
    this.troubles.push(failure);
    this.#options.onEvent({ type: 'trouble', message: failure.message });
  }
}

const ITEM_FAILURES: ReadonlySet<string> = new Set(['archive-damaged', 'vault-damaged', 'key-missing']);

/** What is listed may be gone when it is opened. */
export function present<Content>(content: Content | undefined, name: string, from: FilesSource): Content {
  if (content === undefined) {
    throw new Failure('vault-damaged', `Cannot copy "${name}": "${from.name}" does not have it`, {
      hint: 'check() of the vault lists everything that is missing',
      commandHint: '"satchel vault check" lists everything that is missing',
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
