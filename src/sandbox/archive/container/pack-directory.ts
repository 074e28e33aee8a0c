import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant, type Random } from '../../../base/index.ts';
import { shuffle } from '../../world/chance.ts';
import { BLOCK_BYTES, paddingBytes, type TarEntry, writeTarHeader } from './tar-header.ts';

/** GNU tar fills its output up to records of 20 blocks. */
const RECORD_BYTES = 20 * BLOCK_BYTES;
const DIRECTORY_MODE = 0o755;
/** The first rule that fits decides; what is on disk depends on the machine. */
const FILE_MODES = [
  { pattern: /\/objects\/pack\/[^/]+$/, mode: 0o444 },
  { pattern: /\.git\/hooks\/[^/]+$/, mode: 0o755 },
  { pattern: /(?:)/, mode: 0o644 },
] as const;

/** What to pack, and in which order. */
export interface PackOptions {
  readonly directory: string;
  readonly mtimeSeconds: number;
  /** Decides the order of entries. */
  readonly random: Random;
}

/** What was packed. */
export interface PackTotals {
  files: number;
}

/** Packs a directory as a tar, itself as `./` first, and counts its files; contents stream from disk. */
export async function* packDirectory(options: PackOptions, totals: PackTotals): AsyncGenerator<Uint8Array> {
  let writtenBytes = 0;
  for await (const chunk of packEntry('.', options, totals)) {
    writtenBytes += chunk.length;
    yield chunk;
  }
  const endBytes = 2 * BLOCK_BYTES;
  const overhangBytes = (writtenBytes + endBytes) % RECORD_BYTES;
  yield Buffer.alloc(endBytes + (overhangBytes === 0 ? 0 : RECORD_BYTES - overhangBytes));
}

async function* packEntry(
  name: string,
  options: PackOptions,
  totals: PackTotals,
): AsyncGenerator<Uint8Array> {
  const { directory, mtimeSeconds, random } = options;
  const path = join(directory, name);
  const status = await stat(path);
  if (!status.isDirectory()) {
    totals.files += 1;
    yield* packFile({ name, type: 'file', mode: modeOf(name), sizeBytes: status.size, mtimeSeconds }, path);
    return;
  }
  yield writeTarHeader({
    name: `${name}/`,
    type: 'directory',
    mode: DIRECTORY_MODE,
    sizeBytes: 0,
    mtimeSeconds,
  });
  const children = (await readdir(path)).toSorted();
  for (const child of shuffle(children, random)) {
    yield* packEntry(`${name}/${child}`, options, totals);
  }
}

async function* packFile(entry: TarEntry, path: string): AsyncGenerator<Uint8Array> {
  yield writeTarHeader(entry);
  let readBytes = 0;
  for await (const chunk of createReadStream(path)) {
    readBytes += chunk.length;
    yield chunk;
  }
  invariant(readBytes === entry.sizeBytes, `"${entry.name}" keeps its size while it is packed`);
  yield Buffer.alloc(paddingBytes(entry.sizeBytes));
}

function modeOf(name: string): number {
  return FILE_MODES.find(({ pattern }) => pattern.test(name))?.mode ?? 0o644;
}
