import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../../base/index.ts';
import type { MigrationRequest } from '../../model/index.ts';
import { createRepositories } from '../world/git/create-repositories.ts';
import { SECOND_MS } from '../world/timestamps.ts';
import type { World } from '../world/world.ts';
import { packDirectory } from './container/pack-directory.ts';
import { writeGzipFile } from './container/write-gzip-file.ts';
import { createRecordContext, type Generation } from './records/record-context.ts';
import { type StageOptions, stageRecords } from './stage-records.ts';
import { stageUploads } from './stage-uploads.ts';

/** An archive as it was written; digests are lower-case hexadecimal. */
export interface ExportedArchive {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string;
  /** Records by the `type` that they carry; bots are users. */
  readonly counts: Readonly<Record<string, number>>;
  /** Entries of the tar that are files. */
  readonly files: number;
  /** Uploaded pictures with their bytes. */
  readonly attachments: number;
  /** Bare repositories, wikis included. */
  readonly gitRepositories: number;
}

/** Of what, and how, an archive is made. */
export interface ArchiveOptions {
  readonly world: World;
  readonly request: MigrationRequest;
  readonly generation: Generation;
  /** Where the finished archive appears. */
  readonly path: string;
  /** An empty folder for the files before they are packed. */
  readonly workDirectory: string;
  /** The migration's identifier: the root folder of the archive is called after it until it is packed. */
  readonly guid: string;
  /** Decides the order of entries; the same one gives the same bytes. */
  readonly random: Random;
  readonly signal?: AbortSignal;
}

/**
 * Writes a migration archive as the service does: it stages all files in a folder, then packs that folder. A
 * repository that the world does not have is a RangeError.
 */
export async function writeArchive(options: ArchiveOptions): Promise<ExportedArchive> {
  const { world, request, generation, path, random, signal } = options;
  const names = request.orgMetadataOnly === true ? [] : request.repositories;
  const context = createRecordContext(world, names, generation);
  const directory = join(options.workDirectory, options.guid);
  try {
    await mkdir(directory, { recursive: true });
    const staged = await stageFiles({ context, request, directory, random, signal });
    const totals = { files: 0 };
    const mtimeSeconds = Math.floor(world.nowMs / SECOND_MS);
    const tar = packDirectory({ directory, mtimeSeconds, random }, totals);
    const file = await writeGzipFile(tar, { path, mtimeSeconds, signal });
    return { path, ...file, ...staged, files: totals.files };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type StagedFiles = Pick<ExportedArchive, 'counts' | 'attachments' | 'gitRepositories'>;

async function stageFiles(options: StageOptions): Promise<StagedFiles> {
  const { context, request } = options;
  const counts = await stageRecords(options);
  const attachments = request.excludeMetadata === true ? 0 : await stageUploads(options);
  const hasGit = request.excludeGitData !== true && context.repositories.length > 0;
  return { counts, attachments, gitRepositories: hasGit ? await stageGit(options) : 0 };
}

async function stageGit({ context, directory, signal }: StageOptions): Promise<number> {
  return await createRepositories({
    world: context.world,
    repositories: new Set(context.repositories.map(({ content }) => content.repository)),
    directory: join(directory, 'repositories'),
    signal,
  });
}
