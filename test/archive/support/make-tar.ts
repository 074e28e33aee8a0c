import { gzipSync } from 'node:zlib';
import { Header } from 'tar/header';

export interface TarPart {
  readonly name: string;
  readonly body?: string | Uint8Array;
  /** `File` by default. */
  readonly type?: Header['type'];
  readonly linkpath?: string;
  /** The size in the header, if it differs from that of the body. */
  readonly sizeBytes?: number;
}

const BLOCK_BYTES = 512;

/** The end marker: two blocks of zeros. */
export const END_MARKER = Buffer.alloc(2 * BLOCK_BYTES);

/** One entry: a header of 512 bytes and the body, padded to whole blocks. */
export function makeEntry({ name, body = '', type = 'File', linkpath, sizeBytes }: TarPart): Buffer {
  const content = Buffer.from(body);
  const header = new Header({
    path: name,
    type,
    size: sizeBytes ?? content.length,
    mode: 0o644,
    mtime: new Date('2024-05-06T07:08:09Z'),
    ...(linkpath === undefined ? {} : { linkpath }),
  });
  const block = Buffer.alloc(BLOCK_BYTES);
  header.encode(block);
  return Buffer.concat([
    block,
    content,
    Buffer.alloc((BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES),
  ]);
}

/** An old-GNU entry for a name that does not fit the header. */
export function makeLongNameEntry(part: TarPart): Buffer {
  const longName = makeEntry({ name: '././@LongLink', type: 'NextFileHasLongPath', body: `${part.name}\0` });
  return Buffer.concat([longName, makeEntry({ ...part, name: part.name.slice(0, 99) })]);
}

/** A tar with its end marker. */
export function makeTar(parts: readonly TarPart[]): Buffer {
  return Buffer.concat([...parts.map(makeEntry), END_MARKER]);
}

export function makeTarGz(parts: readonly TarPart[]): Buffer {
  return gzipSync(makeTar(parts));
}

export const SCHEMA_PART: TarPart = {
  name: './schema.json',
  body: '{"version":"1.0.1","github_sha":"0123456789012345678901234567890123456789"}',
};

/** A record file as the service writes it: indented, without a final newline. */
export function recordFile(name: string, records: readonly unknown[]): TarPart {
  return { name, body: JSON.stringify(records, null, 2) };
}
