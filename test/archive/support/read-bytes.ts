import { Readable } from 'node:stream';
import type { ArchiveEvent } from '../../../src/archive/archive-event.ts';
import { archiveSourceFromStream } from '../../../src/archive/archive-source.ts';
import { createArchiveSchemas } from '../../../src/archive/kind-schemas.ts';
import { type ReadArchiveOptions, readArchive } from '../../../src/archive/read-archive.ts';
import type { Finding } from '../../../src/model/findings.ts';
import type { ArchiveRecord, RejectedRecord } from '../../../src/model/records.ts';

export interface ReadResult {
  readonly events: readonly ArchiveEvent[];
  readonly findings: readonly Finding[];
  readonly codes: readonly string[];
  readonly records: readonly (ArchiveRecord & { readonly kind: string; readonly entryName: string })[];
  readonly rejected: readonly RejectedRecord[];
  readonly names: readonly string[];
  readonly end: Extract<ArchiveEvent, { type: 'end' }>['container'];
}

/** Compiled once for all tests of a file. */
const schemas = createArchiveSchemas();

/** Reads an archive from memory, in chunks of the given size. */
export async function readBytes(
  bytes: Uint8Array,
  options: Partial<ReadArchiveOptions> & { readonly chunkBytes?: number } = {},
): Promise<ReadResult> {
  const { chunkBytes = 64 * 1024, ...rest } = options;
  const stream = Readable.from(chunksOf(Buffer.from(bytes), chunkBytes));
  const source = await archiveSourceFromStream(stream, 'test.tar.gz');
  return collect({ source, schemas, ...rest });
}

export async function collect(options: ReadArchiveOptions): Promise<ReadResult> {
  const events: ArchiveEvent[] = [];
  for await (const event of readArchive({ schemas, ...options })) {
    events.push(event);
  }
  const last = events.at(-1);
  if (last?.type !== 'end') {
    throw new Error('The last event is not the end');
  }
  const batches = events.flatMap((event) => (event.type === 'records' ? [event.batch] : []));
  const rejected = batches.flatMap((batch) => batch.rejected);
  const findings = [
    ...events.flatMap((event) => (event.type === 'finding' ? [event.finding] : [])),
    ...rejected.flatMap((record) => record.findings),
  ];
  return {
    events,
    findings,
    codes: findings.map((finding) => finding.code),
    records: batches.flatMap(({ records, kind, entryName }) =>
      records.map(({ index, value, source }) => ({ index, value, source, kind, entryName })),
    ),
    rejected,
    names: events.flatMap((event) => (event.type === 'entry' ? [event.entry.name] : [])),
    end: last.container,
  };
}

function* chunksOf(bytes: Buffer, chunkBytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    yield bytes.subarray(at, at + chunkBytes);
  }
}
