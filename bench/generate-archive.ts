import { createCipheriv } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { BenchArchive } from './archives.table.ts';
import { BENCH_KINDS } from './bench-records.table.ts';
import { Prose } from './prose.ts';
import { BLOCK_BYTES, headerOf, paddingOf, writeBytes, writeEntry } from './write-entry.ts';

/** The size of the result. */
export interface GeneratedArchive {
  readonly records: number;
  readonly entries: number;
}

const RECORDS_PER_FILE = 100;
const PACK_FILE_BYTES = 50 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/**
 * Writes an archive of generated records, which is the same for the same options on every machine. Bodies have
 * log-normal lengths (median 300 bytes, up to 20 KB), and word frequencies are as unequal as in real prose.
 */
export async function generateArchive(path: string, options: BenchArchive): Promise<GeneratedArchive> {
  const gzip = createGzip({ level: 6 });
  const file = createWriteStream(path);
  gzip.pipe(file);
  const prose = new Prose();
  const counts = new Map<string, number>();
  const countOf = (prefix: string) => counts.get(prefix) ?? 0;
  let records = 0;
  let entries = 1;
  await writeEntry(gzip, 'schema.json', Buffer.from('{"version":"1.0.1"}'));
  for (const { prefix, share, make } of BENCH_KINDS) {
    const targetBytes = Math.round(options.jsonBytes * share);
    const write = options.isGiant ? writeGiantFile : writeFiles;
    const written = await write({
      gzip,
      prefix,
      targetBytes,
      make: (number) => make(number, prose, countOf),
      change: (record, number) => changedBy(options, number, record),
    });
    counts.set(prefix, written.records);
    records += written.records;
    entries += written.entries;
  }
  entries += await writePacks(gzip, options.packBytes);
  gzip.end(Buffer.alloc(2 * BLOCK_BYTES));
  await finished(file);
  return { records, entries };
}

/** Only texts change: neither a generated value nor the number of records depends on another record's text. */
function changedBy({ changedEvery }: BenchArchive, number: number, record: object): object {
  return changedEvery !== undefined && number % changedEvery === 0 && 'body' in record
    ? { ...record, body: `${String(record.body)} Changed.` }
    : record;
}

interface KindJob {
  readonly gzip: Gzip;
  readonly prefix: string;
  readonly targetBytes: number;
  readonly make: (number: number) => object;
  readonly change: (record: object, number: number) => object;
}

async function writeFiles({ gzip, prefix, targetBytes, make, change }: KindJob): Promise<GeneratedArchive> {
  let records = 0;
  let entries = 0;
  for (let bytes = 0; bytes < targetBytes; entries += 1) {
    const first = records + 1;
    const list = Array.from({ length: RECORDS_PER_FILE }, (_, index) => make(first + index));
    const changed = list.map((record, index) => change(record, first + index));
    const name = `${prefix}_${String(entries + 1).padStart(6, '0')}.json`;
    await writeEntry(gzip, name, Buffer.from(JSON.stringify(changed)));
    bytes += Buffer.byteLength(JSON.stringify(list));
    records += list.length;
  }
  return { records, entries };
}

/**
 * A tar header contains the size before the content is known, so the array is padded with spaces to that size. One byte
 * in a hundred is left for changes.
 */
async function writeGiantFile({
  gzip,
  prefix,
  targetBytes,
  make,
  change,
}: KindJob): Promise<GeneratedArchive> {
  await writeBytes(gzip, headerOf(`${prefix}_000001.json`, targetBytes));
  let unwritten = targetBytes - 2;
  let remaining = Math.floor(0.99 * unwritten);
  let records = 0;
  await writeBytes(gzip, Buffer.from('['));
  for (;;) {
    const record = make(records + 1);
    remaining -= Buffer.byteLength(JSON.stringify(record)) + 1;
    if (remaining < 0) {
      break;
    }
    const separator = records === 0 ? '' : ',';
    const written = Buffer.from(separator + JSON.stringify(change(record, records + 1)));
    await writeBytes(gzip, written);
    unwritten -= written.length;
    records += 1;
  }
  await writeBytes(
    gzip,
    Buffer.concat([Buffer.alloc(unwritten, ' '), Buffer.from(']'), paddingOf(targetBytes)]),
  );
  return { records, entries: 1 };
}

/** Writes packs of noise; a cipher generates it quickly and reproducibly. */
async function writePacks(gzip: Gzip, packBytes: number): Promise<number> {
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16, 2));
  const zeros = Buffer.alloc(PIECE_BYTES);
  let entries = 0;
  for (let remaining = packBytes; remaining > 0; entries += 1) {
    const sizeBytes = Math.min(remaining, PACK_FILE_BYTES);
    const folder = `repositories/user-1/garden-${entries + 1}.git/objects/pack`;
    await writeBytes(
      gzip,
      headerOf(`${folder}/pack-${noise.update(zeros.subarray(0, 20)).toString('hex')}.pack`, sizeBytes),
    );
    for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
      await writeBytes(gzip, noise.update(zeros.subarray(0, Math.min(PIECE_BYTES, sizeBytes - at))));
    }
    await writeBytes(gzip, paddingOf(sizeBytes));
    remaining -= sizeBytes;
  }
  return entries;
}
