import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { browseRecords, type RecordSource } from './browse-records.ts';
import { BLOCK_BYTES, writeEntry } from './write-entry.ts';

const RECORDS_PER_FILE = 2_000;

/** The path of an archive with this many comments in `folder`; it is generated if it does not exist. */
export async function browseArchiveFile(comments: number, folder: string): Promise<string> {
  const path = join(folder, `browse-${comments}.tar.gz`);
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true });
    await writeRecords(`${path}.part`, browseRecords(comments));
    await rename(`${path}.part`, path);
  }
  return path;
}

/** Writes an archive of these records, and files by name. */
export async function writeRecords(
  path: string,
  sources: readonly RecordSource[],
  files: Iterable<readonly [name: string, body: Buffer]> = [],
): Promise<void> {
  // Low compression for speed: the file is read only once.
  const gzip = createGzip({ level: 1 });
  const file = createWriteStream(path);
  gzip.pipe(file);
  await writeEntry(gzip, 'schema.json', Buffer.from('{"version":"1.0.1"}'));
  for (const source of sources) {
    await writeRecordFiles(gzip, source);
  }
  for (const [name, body] of files) {
    await writeEntry(gzip, name, body);
  }
  gzip.end(Buffer.alloc(2 * BLOCK_BYTES));
  await finished(file);
}

async function writeRecordFiles(gzip: Gzip, { prefix, records }: RecordSource): Promise<void> {
  let files = 0;
  let pending: object[] = [];
  const flush = async () => {
    files += 1;
    await writeEntry(
      gzip,
      `${prefix}_${String(files).padStart(6, '0')}.json`,
      Buffer.from(JSON.stringify(pending)),
    );
    pending = [];
  };
  for (const record of records()) {
    if (pending.push(record) === RECORDS_PER_FILE) {
      await flush();
    }
  }
  if (pending.length > 0) {
    await flush();
  }
}
