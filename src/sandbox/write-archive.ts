import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonValue } from '../base/json.ts';
import type { Random } from '../base/random.ts';
import type { DialectName } from '../model/dialects.table.ts';
import type { MigrationRequest } from '../model/migrations.ts';
import { DirectoryPacker } from './archive/container/pack-directory.ts';
import { writeGzipFile } from './archive/container/write-gzip-file.ts';
import {
  createRecordContext,
  type Generation,
  type RecordContext,
} from './archive/records/record-context.ts';
import { RECORD_FILES } from './archive/records/record-files.table.ts';
import { createRepositories } from './world/git/create-repositories.ts';
import { drawPicture } from './world/picture.ts';
import { SECOND_MS } from './world/timestamps.ts';
import type { World } from './world/world.ts';

/** A written archive; digests are lower-case hexadecimal. */
export interface ExportedArchive {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string;
  /** Records by `type`; bots are users. */
  readonly counts: Readonly<Record<string, number>>;
  /** Files in the tar. */
  readonly files: number;
  readonly attachments: number;
  /** Bare repositories, wikis included. */
  readonly gitRepositories: number;
}

export interface ArchiveOptions {
  readonly world: World;
  readonly request: MigrationRequest;
  readonly generation: Generation;
  /** The dialect `service` has all names of files of the specification (2.8), unless the format is that of 2019. */
  readonly dialect?: DialectName;
  readonly path: string;
  /** An empty folder for temporary files. */
  readonly workDirectory: string;
  /** The identifier of the migration. */
  readonly guid: string;
  /** Determines the order of entries. */
  readonly random: Random;
  readonly signal?: AbortSignal;
}

/**
 * Writes a migration archive like the service: stages all files in a folder, then packs it. Throws a RangeError for a
 * repository that is not in the world.
 */
export async function writeArchive(options: ArchiveOptions): Promise<ExportedArchive> {
  const { world, request, generation, dialect, path, random, signal } = options;
  const isSpecified = dialect === 'service' && generation === 'current';
  const context = createRecordContext(world, request, generation);
  const directory = join(options.workDirectory, options.guid);
  try {
    await mkdir(directory, { recursive: true });
    const staged = await stageFiles({ context, isSpecified, request, directory, random, signal });
    const mtimeSeconds = Math.floor(world.nowMs / SECOND_MS);
    const tar = new DirectoryPacker(directory, mtimeSeconds, random);
    const file = await writeGzipFile(tar.pack(), { path, mtimeSeconds, signal });
    return { path, ...file, ...staged, files: tar.files };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What the files of an archive are made from before they are packed. */
interface StageOptions {
  readonly context: RecordContext;
  /** True if record files have the names of the specification. */
  readonly isSpecified: boolean;
  readonly request: MigrationRequest;
  /** Becomes the root of the archive. */
  readonly directory: string;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
}

async function stageFiles(options: StageOptions) {
  const { context, request, directory, signal } = options;
  const counts = await stageRecords(options);
  const attachments = request.excludeMetadata === true ? 0 : await stageUploads(options);
  const contents = context.repositories.map(({ content }) => content);
  const hasGit = request.excludeGitData !== true && contents.length > 0;
  const gitDirectory = join(directory, 'repositories');
  const gitRepositories = hasGit ? await createRepositories(contents, gitDirectory, signal) : 0;
  return { counts, attachments, gitRepositories };
}

/**
 * Writes JSON like Ruby's pretty printer: two spaces, raw non-ASCII, no final newline. Until about 2024 an empty array
 * took three lines, the second of them blank.
 */
export function writeRubyJson(value: JsonValue, generation: Generation): string {
  const text = JSON.stringify(value, null, 2);
  // A line that ends in a bracket is never part of a string, which would end in a quotation mark.
  return generation === '2019' ? text.replace(/^( *)(.*)\[\](,?)$/gm, '$1$2[\n\n$1]$3') : text;
}

const MAX_RECORDS_PER_FILE = 100;
/** The version in account exports of all years. */
const FORMAT_VERSION = '1.0.1';

/** Writes schema.json and all record files; returns the number of records by type. */
async function stageRecords(options: StageOptions): Promise<Readonly<Record<string, number>>> {
  const { context, isSpecified, request, directory, random, signal } = options;
  const counts = new Map<string, number>();
  // One compact line without a newline, the only file that is not indented.
  const schema = JSON.stringify({ version: FORMAT_VERSION, github_sha: random.hex(40) });
  await writeFile(join(directory, 'schema.json'), schema);
  if (request.excludeMetadata === true && request.orgMetadataOnly !== true) {
    return {};
  }
  const files = RECORD_FILES.filter(
    ({ excludedBy, isNew, isSpecifiedOnly }) =>
      (isSpecified || isSpecifiedOnly !== true) &&
      (excludedBy === undefined || request[excludedBy] !== true) &&
      (isNew !== true || context.generation === 'current'),
  );
  for (const { prefix, specifiedPrefix, write } of files) {
    const name = isSpecified ? (specifiedPrefix ?? prefix) : prefix;
    const records = [...write(context, random)];
    for (let start = 0; start < records.length; start += MAX_RECORDS_PER_FILE) {
      signal?.throwIfAborted();
      const page = records.slice(start, start + MAX_RECORDS_PER_FILE);
      const number = String(start / MAX_RECORDS_PER_FILE + 1).padStart(6, '0');
      await writeFile(join(directory, `${name}_${number}.json`), writeRubyJson(page, context.generation));
    }
    for (const type of records.map((record) => String(record['type']))) {
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes attachments, other uploads and release assets; returns the number of attachments. */
async function stageUploads({ context, request, directory, signal }: StageOptions): Promise<number> {
  const contents = context.repositories.map(({ content }) => content);
  const attached = request.excludeAttachments === true ? [] : contents;
  const released = request.excludeReleases === true ? [] : contents;
  const uploads = [
    ...attached.flatMap(({ attachments, files }) => [...attachments, ...files]),
    ...released.flatMap(({ releases }) => releases.flatMap(({ assets }) => assets)),
  ];
  for (const { path, content } of uploads) {
    signal?.throwIfAborted();
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content.type === 'text' ? content.text : drawPicture(content.picture));
  }
  return attached.flatMap(({ attachments }) => attachments).length;
}
