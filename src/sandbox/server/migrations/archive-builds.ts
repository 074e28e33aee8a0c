import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, createSeededRandom } from '../../../base/index.ts';
import type { MigrationRequest } from '../../../model/index.ts';
import type { Generation } from '../../archive/records/record-context.ts';
import type { ArchiveOptions, ExportedArchive } from '../../archive/write-archive.ts';
import type { World } from '../../world/world.ts';
import type { BuildProgress } from './migration-state.ts';

/** Writes the archive of one migration; its work folder is empty and its own. */
export type ArchiveWriter = (options: ArchiveOptions) => Promise<ExportedArchive>;

interface BuildOptions {
  readonly clock: Clock;
  readonly generation: Generation;
  readonly writeArchive: ArchiveWriter;
  /** Holds one folder per migration. */
  readonly directory: string;
  /** Builds count as ended when they began, whatever the clock says by then. */
  readonly hasInstantBuilds: boolean;
  readonly onError: (error: unknown) => void;
}

/** What is to be written. */
export interface BuildJob {
  /** As it was when the migration began. */
  readonly world: World;
  readonly migrationId: number;
  readonly guid: string;
  readonly request: MigrationRequest;
  readonly onBuilt: (archive: ExportedArchive) => void;
}

/** The archive of one migration, on its way. */
export interface Build {
  progress(): BuildProgress;
  /** What was written; undefined until then. */
  archive(): ExportedArchive | undefined;
  /** Resolves when the build is done or has failed; never rejects. */
  readonly ended: Promise<void>;
}

export interface ArchiveBuilds {
  begin(job: BuildJob): Build;
  /** Stops all builds and waits until none writes any more. */
  close(): Promise<void>;
}

/** A build of an earlier run. */
export function createEndedBuild(progress: BuildProgress, archive: ExportedArchive | undefined): Build {
  return { progress: () => progress, archive: () => archive, ended: Promise.resolve() };
}

/** Writes archives in the background, one after the other: a sandbox should not fill a machine. */
export function createArchiveBuilds(options: BuildOptions): ArchiveBuilds {
  const closing = new AbortController();
  let last: Promise<void> = Promise.resolve();

  function begin(job: BuildJob): Build {
    const beganAtMs = options.clock.now();
    let progress: BuildProgress = { status: 'running' };
    let archive: ExportedArchive | undefined;

    async function run(): Promise<void> {
      let status: 'done' | 'failed' = 'failed';
      try {
        archive = await buildArchive(job, options, closing.signal);
        status = 'done';
        job.onBuilt(archive);
      } catch (error) {
        if (!closing.signal.aborted) {
          options.onError(error);
        }
      }
      progress = { status, endedAtMs: options.hasInstantBuilds ? beganAtMs : options.clock.now() };
    }

    last = last.then(run);
    return { progress: () => progress, archive: () => archive, ended: last };
  }

  return {
    begin,
    async close() {
      closing.abort();
      await last;
    },
  };
}

async function buildArchive(
  job: BuildJob,
  options: BuildOptions,
  signal: AbortSignal,
): Promise<ExportedArchive> {
  signal.throwIfAborted();
  const directory = join(options.directory, String(job.migrationId));
  const workDirectory = join(directory, 'work');
  // What a killed sandbox left of it is of no use.
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
