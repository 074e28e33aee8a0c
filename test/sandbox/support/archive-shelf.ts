import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { createSeededRandom } from '../../../src/base/random.ts';
import type { ArchiveWriter } from '../../../src/sandbox/server/migrations/archive-builds.ts';
import { writeArchive } from '../../../src/sandbox/write-archive.ts';
import { SHELF } from '../../house/packed-program.ts';

/**
 * Writes archives as the sandbox does, each once a run: where the same world was asked for the same before, a copy of
 * that archive is written. Most of an archive's time is that of the git processes that make its repositories, and dozens
 * of sandboxes of one seed make the same ones. For tests that read archives; the sandbox's own tests write them again.
 */
export const writeShelvedArchive: ArchiveWriter = async (options) => {
  const { world, request, generation, path, random } = options;
  const chance = random.hex(16);
  const worldDigest = digestOf(serialize(world));
  const name = digestOf(JSON.stringify([worldDigest, request, generation, chance]));
  const [archivePath, factsPath] = [join(SHELF, `${name}.tar.gz`), join(SHELF, `${name}.json`)];
  const facts = await readFile(factsPath, 'utf8').catch(() => undefined);
  if (facts !== undefined) {
    options.signal?.throwIfAborted();
    await copyFile(archivePath, path);
    return { ...JSON.parse(facts), path };
  }
  const archive = await writeArchive({ ...options, random: createSeededRandom(chance) });
  await mkdir(SHELF, { recursive: true });
  const part = join(SHELF, `${process.pid}-${name}`);
  await copyFile(path, part);
  await rename(part, archivePath);
  await writeFile(part, JSON.stringify(archive));
  await rename(part, factsPath);
  return archive;
};

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
