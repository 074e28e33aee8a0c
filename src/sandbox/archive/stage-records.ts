import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue, Random } from '../../base/index.ts';
import type { MigrationRequest } from '../../model/index.ts';
import type { Generation, RecordContext } from './records/record-context.ts';
import { RECORD_FILES } from './records/record-files.table.ts';

/** What the files of an archive are made from before they are packed. */
export interface StageOptions {
  readonly context: RecordContext;
  readonly request: MigrationRequest;
  /** Becomes the root of the archive. */
  readonly directory: string;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
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
export async function stageRecords(options: StageOptions): Promise<Readonly<Record<string, number>>> {
  const { context, request, directory, random, signal } = options;
  const counts = new Map<string, number>();
  // One compact line without a newline, the only file that is not indented.
  const schema = JSON.stringify({ version: FORMAT_VERSION, github_sha: random.hex(40) });
  await writeFile(join(directory, 'schema.json'), schema);
  if (request.excludeMetadata === true && request.orgMetadataOnly !== true) {
    return {};
  }
  const files = RECORD_FILES.filter(
    ({ excludedBy, isNew }) =>
      (excludedBy === undefined || request[excludedBy] !== true) &&
      (isNew !== true || context.generation === 'current'),
  );
  for (const { prefix, write } of files) {
    const records = [...write(context, random)];
    for (let start = 0; start < records.length; start += MAX_RECORDS_PER_FILE) {
      signal?.throwIfAborted();
      const page = records.slice(start, start + MAX_RECORDS_PER_FILE);
      const number = String(start / MAX_RECORDS_PER_FILE + 1).padStart(6, '0');
      await writeFile(join(directory, `${prefix}_${number}.json`), writeRubyJson(page, context.generation));
    }
    for (const type of records.map((record) => String(record['type']))) {
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
