import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../base/clock.ts';
import { createSeededRandom } from '../../../base/random.ts';
import type { DialectName } from '../../../model/dialects.table.ts';
import type { Generation } from '../../archive/records/record-context.ts';
import type { World } from '../../world/world.ts';
import type { ArchiveOptions, ExportedArchive } from '../../write-archive.ts';
import type { BuildProgress, MigrationFacts } from './migration-state.ts';

export type ArchiveWriter = (options: ArchiveOptions) => Promise<ExportedArchive>;

interface BuildOptions {
  readonly clock: Clock;
  readonly generation: Generation;
  readonly dialect: DialectName;
  readonly writeArchive: ArchiveWriter;
  /** Contains one folder per migration. */
  readonly directory: string;
  /** True if builds take no time on the clock. */
  readonly hasInstantBuilds: boolean;
  readonly onError: (error: unknown) => void;
}

export interface Build {
  progress: BuildProgress;
  /** Undefined until it is written. */
  archive: ExportedArchive | undefined;
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

  begin(facts: MigrationFacts, world: World, onBuilt: (archive: ExportedArchive) => void): Build {
    const { clock, hasInstantBuilds, onError } = this.#options;
    const { signal } = this.#closing;
    const beganAtMs = clock.now();
    const run = async () => {
      let status: 'done' | 'failed' = 'failed';
      try {
        build.archive = await this.#write(facts, world);
        status = 'done';
        onBuilt(build.archive);
      } catch (error) {
        if (!signal.aborted) {
          onError(error);
        }
      }
      build.progress = { status, endedAtMs: hasInstantBuilds ? beganAtMs : clock.now() };
    };
    this.#last = this.#last.then(run);
    const build: Build = { progress: { status: 'running' }, archive: undefined, ended: this.#last };
    return build;
  }

  async #write({ id, guid, request }: MigrationFacts, world: World): Promise<ExportedArchive> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const directory = join(this.#options.directory, String(id));
    const workDirectory = join(directory, 'work');
    await mkdir(workDirectory, { recursive: true });
    try {
      return await this.#options.writeArchive({
        world,
        request,
        generation: this.#options.generation,
        dialect: this.#options.dialect,
        path: join(directory, `${guid}.tar.gz`),
        workDirectory,
        guid,
        random: createSeededRandom(`${world.seed}/archive/${id}`),
        signal,
      });
    } finally {
      await rm(workDirectory, { recursive: true, force: true });
    }
  }

  /** Aborts all builds and waits for their end. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
  }
}
