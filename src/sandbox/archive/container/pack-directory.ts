import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant } from '../../../base/failure.ts';
import { type Random, shuffle } from '../../../base/random.ts';
import { BLOCK_BYTES, paddingBytes, type TarEntry, writeTarHeader } from './tar-header.ts';

/** GNU tar pads its output to records of 20 blocks. */
const RECORD_BYTES = 20 * BLOCK_BYTES;
const DIRECTORY_MODE = 0o755;
const FILE_MODE = 0o644;
/** Modes on disk depend on the machine, so names determine the mode of a file. */
const SPECIAL_MODES = [
  { pattern: /\/objects\/pack\/[^/]+$/, mode: 0o444 },
  { pattern: /\.git\/hooks\/[^/]+$/, mode: 0o755 },
] as const;

/** Packs a directory as a tar, with `./` as its first entry and the others in random order. */
export class DirectoryPacker {
  files = 0;
  readonly #directory: string;
  readonly #mtimeSeconds: number;
  readonly #random: Random;

  constructor(directory: string, mtimeSeconds: number, random: Random) {
    this.#directory = directory;
    this.#mtimeSeconds = mtimeSeconds;
    this.#random = random;
  }

  async *pack(): AsyncGenerator<Uint8Array> {
    let writtenBytes = 0;
    for await (const chunk of this.#packEntry('.')) {
      writtenBytes += chunk.length;
      yield chunk;
    }
    const endBytes = 2 * BLOCK_BYTES;
    const overhangBytes = (writtenBytes + endBytes) % RECORD_BYTES;
    yield Buffer.alloc(endBytes + (overhangBytes === 0 ? 0 : RECORD_BYTES - overhangBytes));
  }

  async *#packEntry(name: string): AsyncGenerator<Uint8Array> {
    const path = join(this.#directory, name);
    const status = await stat(path);
    const mtimeSeconds = this.#mtimeSeconds;
    if (!status.isDirectory()) {
      this.files += 1;
      yield* packFile({ name, type: 'file', mode: modeOf(name), sizeBytes: status.size, mtimeSeconds }, path);
      return;
    }
    const entry = { name: `${name}/`, type: 'directory', mode: DIRECTORY_MODE, sizeBytes: 0 } as const;
    yield writeTarHeader({ ...entry, mtimeSeconds });
    const children = (await readdir(path)).toSorted();
    for (const child of shuffle(children, this.#random)) {
      yield* this.#packEntry(`${name}/${child}`);
    }
  }
}

async function* packFile(entry: TarEntry, path: string): AsyncGenerator<Uint8Array> {
  yield writeTarHeader(entry);
  let readBytes = 0;
  for await (const chunk of createReadStream(path)) {
    readBytes += chunk.length;
    yield chunk;
  }
  invariant(readBytes === entry.sizeBytes, `"${entry.name}" does not change while it is packed`);
  yield Buffer.alloc(paddingBytes(entry.sizeBytes));
}

function modeOf(name: string): number {
  return SPECIAL_MODES.find(({ pattern }) => pattern.test(name))?.mode ?? FILE_MODE;
}
