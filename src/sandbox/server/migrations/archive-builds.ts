import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, createSeededRandom } from '../../../base/index.ts';
import type { MigrationRequest } from '../../../model/index.ts';
import type { Generation } from '../../archive/records/record-context.ts';
import type { ArchiveOptions, ExportedArchive } from '../../archive/write-archive.ts';
import type { World } from '../../world/world.ts';
import type { BuildProgress } from './migration-state.ts';

/** Writes the archive of one migration. */
export type ArchiveWriter = (options: ArchiveOptions) => Promise<ExportedArchive>;

interface BuildOptions {
  readonly clock: Clock;
  readonly generation: Generation;
  readonly writeArchive: ArchiveWriter;
  /** Contains one folder per migration. */
  readonly directory: string;
  /** True if builds take no time on the clock. */
  readonly hasInstantBuilds: boolean;
  readonly onError: (error: unknown) => void;
}

export interface BuildJob {
  /** The world at the start of the migration. */
  readonly world: World;
  readonly migrationId: number;
  readonly guid: string;
  readonly request: MigrationRequest;
  readonly onBuilt: (archive: ExportedArchive) => void;
}

/** The build of one archive. */
export interface Build {
  progress(): BuildProgress;
  /** Undefined until it is written. */
  archive(): ExportedArchive | undefined;
  /** Resolves when the build has succeeded or failed; never rejects. */
  readonly ended: Promise<void>;
}

/** Writes archives in the background, one after the other to limit the load on the machine. */
export class ArchiveBuilds {
  readonly #options: BuildOptions;
  readonly #closing = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  begin(job: BuildJob): Build {
    const { clock, hasInstantBuilds, onError } = this.#options;
    const { signal } = this.#closing;
    const beganAtMs = clock.now();
    let progress: BuildProgress = { status: 'running' };
    let archive: ExportedArchive | undefined;
    const run = async () => {
      let status: 'done' | 'failed' = 'failed';
      try {
        archive = await buildArchive(job, this.#options, signal);
        status = 'done';
        job.onBuilt(archive);
      } catch (error) {
        if (!signal.aborted) {
          onError(error);
        }
      }
      progress = { status, endedAtMs: hasInstantBuilds ? beganAtMs : clock.now() };
    };
    this.#last = this.#last.then(run);
    return { progress: () => progress, archive: () => archive, ended: this.#last };
  }

  /** Aborts all builds and waits for their end. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
  }
}

async function buildArchive(
  job: BuildJob,
  options: BuildOptions,
  signal: AbortSignal,
): Promise<ExportedArchive> {
  signal.throwIfAborted();
  const directory = join(options.directory, String(job.migrationId));
  const workDirectory = join(directory, 'work');
  // A killed sandbox may have left an incomplete build.
  await rm(directory, { recursive: true, force: true });
  await mkdir(workDirectory, { recursive: true });
  try {
    return await options.writeArchive({
      world: job.world,
      request: job.request,
      generation: options.generation,
      path: join(directory, `${job.guid}.tar.gz`),
      workDirectory,
      guid: job.guid,
      random: createSeededRandom(`${job.world.seed}/archive/${job.migrationId}`),
      signal,
    });
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}
