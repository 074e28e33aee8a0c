import { tmpdir } from 'node:os';
import { createSeededRandom, openWorkplace } from '../../base/index.ts';
import type { DialectName } from '../../model/index.ts';
import { createWorld } from '../world/create-world.ts';
import { pickGuid } from '../world/random-picks.ts';
import type { Generation } from './records/record-context.ts';
import { type ExportedArchive, writeArchive } from './write-archive.ts';

/** Determines the content of a sample archive. */
export interface SampleOptions {
  readonly seed: string;
  readonly dialect: DialectName;
  readonly generation: Generation;
  readonly repositories: number;
  /** Issues and pull requests per repository, on average. */
  readonly issues: number;
  /** The current time of the world, in milliseconds since the epoch. */
  readonly nowMs: number;
  readonly path: string;
  readonly signal?: AbortSignal;
}

/**
 * Creates a world and writes an archive of all of it. The same options give the same bytes with the same versions of git
 * and zlib, and the same files with any version.
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
