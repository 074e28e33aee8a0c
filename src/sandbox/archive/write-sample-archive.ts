import { tmpdir } from 'node:os';
import { createSeededRandom, openWorkplace } from '../../base/index.ts';
import type { DialectName } from '../../model/index.ts';
import { pickGuid } from '../world/chance.ts';
import { createWorld } from '../world/create-world.ts';
import type { Generation } from './records/record-context.ts';
import { type ExportedArchive, writeArchive } from './write-archive.ts';

/** What a sample is made from; nothing else decides what is in it. */
export interface SampleOptions {
  readonly seed: string;
  readonly dialect: DialectName;
  readonly generation: Generation;
  readonly repositories: number;
  /** Issues and pull requests a repository, on average. */
  readonly issues: number;
  /** The present of the sample's world, in milliseconds since the epoch. */
  readonly nowMs: number;
  readonly path: string;
  readonly signal?: AbortSignal;
}

/**
 * Writes one archive of everything in a world made for it. The same options give the same bytes with the same
 * versions of git and zlib, and the same files with any.
 */
export async function writeSampleArchive(options: SampleOptions): Promise<ExportedArchive> {
  const { generation, path, signal } = options;
  const world = createWorld(options);
  const random = createSeededRandom(`${options.seed}/sample`);
  const workplace = await openWorkplace(tmpdir(), 'satchel-sample-');
  try {
    return await writeArchive({
      world,
      request: { repositories: world.contents.map((content) => content.repository) },
      generation,
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
