import { tmpdir } from 'node:os';
import { createSeededRandom } from '../base/random.ts';
import { openWorkplace } from '../base/workplace.ts';
import { createWorld, type WorldOptions } from './world/create-world.ts';
import { pickGuid } from './world/random-picks.ts';
import { fullNameOf } from './world/world.ts';
import { type ArchiveOptions, type ExportedArchive, writeArchive } from './write-archive.ts';

export type SampleOptions = WorldOptions & Pick<ArchiveOptions, 'generation' | 'path' | 'signal'>;

/**
 * Creates a world and writes an archive of all of it. The same options give the same bytes with the same versions of git
 * and zlib, and the same files with any version.
 */
export async function writeSampleArchive(options: SampleOptions): Promise<ExportedArchive> {
  const { generation, dialect, path, signal } = options;
  const world = createWorld(options);
  const random = createSeededRandom(`${options.seed}/sample`);
  const workplace = await openWorkplace(tmpdir(), 'satchel-sample-');
  try {
    return await writeArchive({
      world,
      request: { repositories: world.repositories.map(fullNameOf) },
      generation,
      dialect,
      path,
      workDirectory: workplace.path,
      guid: pickGuid(random),
      random,
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    await workplace.close();
  }
}
