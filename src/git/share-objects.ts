import { closeSync, createReadStream, createWriteStream, openSync, statSync, writeFileSync } from 'node:fs';
import { chmod, copyFile, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { textOfBytes } from '../base/byte-text.ts';
import { systemErrorCode } from '../base/failure.ts';
import { linkOrCopy } from '../base/link-or-copy.ts';
import { makeFolder } from '../base/make-folder.ts';
import { Failure } from '../model/failure.ts';
import { readRefs, readRefValue } from './list-refs.ts';
import { type OwnRepository, requireOwnRepository } from './own-repository.ts';
import { type GitCall, linesOf, runGit } from './run-git.ts';
import { areIdsIn, idsWithout, isIndexOf, readPackIndex, type SortedIds } from './sorted-ids.ts';
import type { GitRunOptions } from './spawn-git.ts';
import type { StagedRepository } from './staged-repository.ts';

export interface SharePlace {
  /** The kept repository of an earlier snapshot. Its files must be those that were kept. */
  readonly former: string;
  /** The repository to write, which must not exist. */
  readonly target: string;
  readonly signal?: AbortSignal | undefined;
}

interface ShareOptions extends SharePlace, GitRunOptions {
  readonly staged: StagedRepository;
}

/**
 * Begins `packed-refs` of a repository that was written here, as a trait that git ignores: every object of its packs was
 * compared with its id. No archive can bring it, since Satchel writes the refs of archives again.
 */
const PROVED_HEADER = '# pack-refs with: proved-packs \n';

/** With more packs, the smaller ones are joined: git looks into each of them for each object. */
const MAX_PACKS = 16;
const PACKS_AFTER_JOINING = 8;

const BATCH_IDS = 4096;

/**
 * Writes a repository with exactly the objects and refs of a staged one, which shares the packs of a former one of which
 * it has every object; only what is left gets a pack. So a year of snapshots takes little more than the last one, each is
 * complete without the others, and none has what was removed before it.
 *
 * Returns false, and leaves nothing, if that is impossible: without git, for damaged repositories, and whenever the result
 * would not be equal.
 */
export async function shareObjects(options: ShareOptions): Promise<boolean> {
  const { staged, target, signal } = options;
  if (staged.isEmpty || staged.findings.length > 0) {
    return false;
  }
  const idsPath = `${target}.ids`;
  let isShared = false;
  try {
    const repository = await requireOwnRepository(staged.directory);
    isShared = await new Sharing(repository, options).write(idsPath);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Failure) && systemErrorCode(error) === undefined) {
      throw error;
    }
  } finally {
    await rm(idsPath, { force: true });
    await removeDrafts(staged.directory);
    if (!isShared) {
      await rm(target, { recursive: true, force: true });
    }
  }
  return isShared;
}

/** What a git that was stopped leaves: it begins packs in the repository that it reads. */
async function removeDrafts(directory: string): Promise<void> {
  const folder = join(directory, 'objects', 'pack');
  for (const name of await readdir(folder)) {
    if (name.startsWith('tmp_')) {
      await rm(join(folder, name), { force: true });
    }
  }
}

class Sharing {
  readonly #repository: OwnRepository;
  readonly #options: ShareOptions;
  readonly #run: GitRunOptions;
  readonly #packs: string;

  constructor(repository: OwnRepository, options: ShareOptions) {
    const { searchPath, signal, timeoutMs } = options;
    this.#repository = repository;
    this.#options = options;
    this.#run = { searchPath, signal, timeoutMs };
    this.#packs = join(options.target, 'objects', 'pack');
  }

  async write(idsPath: string): Promise<boolean> {
    await requireOwnRepository(this.#options.former); // A link that someone put there would be linked, too.
    const all = await this.#listIds(idsPath);
    if (all === undefined || all.count === 0 || !(await this.#hasWholePacks(all))) {
      return false;
    }
    await makeFolder(join(this.#options.target, 'refs'));
    await makeFolder(this.#packs);
    let packs = await this.#takePacks(all);
    if (this.#isMostlyNew(all, packs)) {
      // Mostly new. What branches and requests come and go with is apart from what stays, which is shared for long.
      await this.#dropPacks(packs);
      packs = await this.#pack(all, { revs: ['--revs'], lines: await this.#lastingIds() });
    }
    packs = [...packs, ...(await this.#pack(all, { revs: [], lines: idsWithout(all, packs) }))];
    if (!(await areIdsIn(all, packs))) {
      return false;
    }
    await this.#writeRefs();
    return true;
  }

  /** All objects of the staged repository. */
  async #listIds(path: string): Promise<SortedIds | undefined> {
    const idBytes = this.#options.staged.objectFormat === 'sha256' ? 32 : 20;
    const file = openSync(path, 'wx', 0o600);
    const batch: Buffer[] = [];
    let count = 0;
    let isWhole = true;
    const writeBatch = () => writeFileSync(file, Buffer.concat(batch.splice(0)));
    try {
      const isListed = await this.#git({
        command: ['listIds', {}],
        maxOutputBytes: Number.POSITIVE_INFINITY,
        onLine(line, channel) {
          // Git skips packs that it cannot read, says so, and succeeds.
          isWhole &&= channel === 'output' && line.length === idBytes * 2;
          count += 1;
          if (batch.push(Buffer.from(line, 'hex')) === BATCH_IDS) {
            writeBatch();
          }
        },
      });
      writeBatch();
      return isListed && isWhole ? { path, offsetBytes: 0, count, idBytes } : undefined;
    } finally {
      closeSync(file);
    }
  }

  /** Whether git has listed all objects of all packs: it ignores a pack whose index is that of another one. */
  async #hasWholePacks(all: SortedIds): Promise<boolean> {
    const folder = join(this.#options.staged.directory, 'objects', 'pack');
    const packs = (await readdir(folder)).filter((name) => name.endsWith('.pack'));
    for (const path of packs.map((name) => join(folder, name))) {
      const ids = readPackIndex(indexOf(path), all.idBytes);
      if (ids === undefined || !isIndexOf(ids, path) || !(await areIdsIn(ids, [all]))) {
        return false;
      }
    }
    return true;
  }

  /** Loose objects are larger than packed ones, and a few large ones may be more than many small ones. */
  #isMostlyNew(all: SortedIds, packs: readonly SortedIds[]): boolean {
    const count = packs.reduce((sum, pack) => sum + pack.count, 0);
    const bytes = packs.reduce((sum, pack) => sum + packBytes(pack), 0);
    return count * 2 < all.count && bytes * 2 < this.#options.staged.sizeBytes;
  }

  /** Links the packs of the former repository that have no other objects than the staged one. */
  async #takePacks(all: SortedIds): Promise<readonly SortedIds[]> {
    const { former } = this.#options;
    const folder = join(former, 'objects', 'pack');
    const isProved = await hasProvedPacks(former);
    const found: SortedIds[] = [];
    for (const name of (await readdir(folder)).filter((each) => each.endsWith('.idx')).toSorted()) {
      const ids = readPackIndex(join(folder, name), all.idBytes);
      if (ids !== undefined && (await areIdsIn(ids, [all])) && (isProved || (await this.#isSound(ids)))) {
        found.push(ids);
      }
    }
    const largest = found.toSorted((a, b) => packBytes(b) - packBytes(a));
    const taken = largest.length < MAX_PACKS ? largest : largest.slice(0, PACKS_AFTER_JOINING);
    for (const { path } of taken) {
      for (const file of [path, packOf(path)]) {
        await linkOrCopy(file, join(this.#packs, basename(file)));
      }
    }
    return taken;
  }

  async #dropPacks(packs: readonly SortedIds[]): Promise<void> {
    for (const { path } of packs) {
      await rm(join(this.#packs, basename(path)));
      await rm(join(this.#packs, basename(packOf(path))));
    }
  }

  /** Packs objects, and proves the pack; there is none without an object. Throws if git failed. */
  async #pack(
    all: SortedIds,
    { revs, lines }: { readonly revs: readonly string[]; readonly lines: Parameters<typeof linesOf>[0] },
  ): Promise<readonly SortedIds[]> {
    const before = new Set(await readdir(this.#packs));
    const isPacked = await this.#git({
      command: ['packObjects', { revs, base: join(this.#packs, 'pack') }],
      input: linesOf(lines),
      onLine: () => undefined,
    });
    const made = (await readdir(this.#packs)).filter((name) => name.endsWith('.idx') && !before.has(name));
    const packs: SortedIds[] = [];
    for (const name of made) {
      // Git makes them read-only, and what cannot be opened for writing cannot be made durable.
      await chmod(join(this.#packs, name), PRIVATE);
      await chmod(packOf(join(this.#packs, name)), PRIVATE);
      const ids = readPackIndex(join(this.#packs, name), all.idBytes);
      if (ids !== undefined && (await areIdsIn(ids, [all])) && (await this.#isSound(ids))) {
        packs.push(ids);
      }
    }
    if (!isPacked || packs.length !== made.length) {
      throw new Failure('git-unreadable', 'Cannot pack the objects of a repository');
    }
    return packs;
  }

  /** The default branch and all tags. */
  async #lastingIds(): Promise<readonly string[]> {
    const { refs } = await readRefs(this.#repository, this.#run);
    const { staged } = this.#options;
    const head = readRefValue(textOfBytes(await readFile(join(staged.directory, 'HEAD'))));
    const branch = head?.type === 'symbolic' ? refs.get(head.target) : undefined;
    const tags = [...refs].filter(([name]) => name.startsWith('refs/tags/')).map(([, id]) => id);
    return [...(branch === undefined ? [] : [branch]), ...tags];
  }

  /** Whether a pack has what its index says: git computes the id of each object. */
  async #isSound({ path }: SortedIds): Promise<boolean> {
    return await this.#git({
      command: ['checkPack', { path: packOf(path) }],
      onLine: () => undefined,
    });
  }

  async #writeRefs(): Promise<void> {
    const { staged, target } = this.#options;
    await copyFile(join(staged.directory, 'HEAD'), join(target, 'HEAD'));
    const refs = join(target, 'packed-refs');
    const file = await open(refs, 'wx', 0o600);
    await file.writeFile(PROVED_HEADER);
    await file.close();
    await pipeline(
      createReadStream(join(staged.directory, 'packed-refs')),
      createWriteStream(refs, { flags: 'a' }),
    );
  }

  async #git(call: Omit<GitCall, 'repository' | keyof GitRunOptions>): Promise<boolean> {
    const { status } = await runGit({ ...this.#run, ...call, repository: this.#repository });
    return status === 0;
  }
}

const PRIVATE = 0o600;

function indexOf(packPath: string): string {
  return packPath.replace(/\.pack$/, '.idx');
}

function packOf(indexPath: string): string {
  return indexPath.replace(/\.idx$/, '.pack');
}

function packBytes({ path }: SortedIds): number {
  return statSync(packOf(path)).size + statSync(path).size;
}

/** Whether the packs of a kept repository were proved when they were written. */
async function hasProvedPacks(directory: string): Promise<boolean> {
  const file = await open(join(directory, 'packed-refs'), 'r');
  try {
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(PROVED_HEADER.length),
      0,
      PROVED_HEADER.length,
      0,
    );
    return buffer.toString('utf8', 0, bytesRead) === PROVED_HEADER;
  } finally {
    await file.close();
  }
}
