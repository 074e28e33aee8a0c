import { once } from 'node:events';
import type { Gzip } from 'node:zlib';
import { Header } from 'tar/header';

export const BLOCK_BYTES = 512;

/** As the service does, all files are dated: a load need not look for the newest record. */
const WRITTEN_AT = new Date('2026-01-01T00:00:00Z');

/** Writes a complete file to a tar. */
export async function writeEntry(gzip: Gzip, name: string, body: Buffer): Promise<void> {
  await writeBytes(gzip, Buffer.concat([headerOf(name, body.length), body, paddingOf(body.length)]));
}

/** Writes at the pace of the compressor. */
export async function writeBytes(gzip: Gzip, bytes: Buffer): Promise<void> {
  if (!gzip.write(bytes)) {
    await once(gzip, 'drain');
  }
}

/** The tar header before a file's content. */
export function headerOf(name: string, sizeBytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  new Header({ path: `./${name}`, type: 'File', size: sizeBytes, mode: 0o644, mtime: WRITTEN_AT }).encode(
    block,
  );
  return block;
}

/** The padding of a file to whole blocks. */
export function paddingOf(sizeBytes: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);
}
