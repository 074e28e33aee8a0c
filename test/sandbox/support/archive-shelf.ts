import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { serialize } from 'node:v8';
import { createSeededRandom } from '../../../src/base/index.ts';
import { writeArchive } from '../../../src/sandbox/archive/write-archive.ts';
import type { ArchiveWriter, ExportedArchive } from '../../../src/sandbox/index.ts';

interface ShelvedArchive {
  readonly bytes: Uint8Array;
  readonly archive: ExportedArchive;
}

const shelf = new Map<string, ShelvedArchive>();

/**
 * Writes archives as the sandbox does, each once: where the same world was asked for the same before, the bytes of then
 * are written again. Most of an archive's time is that of the git processes that make its repositories, and dozens of
 * sandboxes of one seed make the same ones. For tests that read archives; the sandbox's own tests write them again.
 */
export const writeShelvedArchive: ArchiveWriter = async (options) => {
  const { world, request, generation, path, random } = options;
  const chance = random.hex(16);
  const worldDigest = createHash('sha256').update(serialize(world)).digest('hex');
  const key = JSON.stringify([worldDigest, request, generation, chance]);
  const known = shelf.get(key);
  if (known !== undefined) {
    options.signal?.throwIfAborted();
    await writeFile(path, known.bytes);
    return { ...known.archive, path };
  }
  const archive = await writeArchive({ ...options, random: createSeededRandom(chance) });
  shelf.set(key, { bytes: await readFile(path), archive });
  return archive;
};
