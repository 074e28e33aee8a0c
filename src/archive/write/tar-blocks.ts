import { bytesOfText, isUtf8Name, shownBytes } from '../../base/byte-text.ts';
import { invariant } from '../../base/failure.ts';
import { ARCHIVE_LIMITS } from '../../model/archive-limits.table.ts';
import { unsafetyOfName } from '../entry-name.ts';
import { loadTar, type TarParts } from '../load-tar.ts';

const BLOCK_BYTES = 512;

/** The end marker: two blocks of zeros. */
const END_MARKER = Buffer.alloc(2 * BLOCK_BYTES);

/**
 * The bytes of a tar with these files, which depend only on names, contents and time. Names beyond ASCII or 100 bytes
 * and sizes beyond 8 GiB are stored in PAX headers (POSIX.1-2017, pax, "ustar" and "pax" formats).
 */
export async function* tarBlocks(
  files: Iterable<ArchiveFile> | AsyncIterable<ArchiveFile>,
  modifiedAtMs: number,
): AsyncGenerator<Uint8Array, void> {
  const { Header } = loadTar('header');
  const { Pax } = loadTar('pax');
  for await (const file of files) {
    yield headerOf(file, modifiedAtMs, { Header, Pax });
    yield* bodyOf(file);
  }
  yield END_MARKER;
}

function headerOf(
  { name, sizeBytes }: ArchiveFile,
  modifiedAtMs: number,
  { Header, Pax }: TarParts['header'] & TarParts['pax'],
): Buffer {
  const unsafety = unsafetyOfName(name, ARCHIVE_LIMITS.entryNameBytes);
  if (unsafety !== undefined) {
    throw new RangeError(`Cannot write the entry "${name}": ${unsafety}`);
  }
  const facts = {
    path: shownBytes(name), // For programs that ignore the header below.
    size: sizeBytes,
    mtime: new Date(Math.floor(modifiedAtMs / 1_000) * 1_000),
  };
  const isFolder = name.endsWith('/');
  const header = new Header({
    ...facts,
    type: isFolder ? 'Directory' : 'File',
    mode: isFolder ? 0o755 : 0o644,
    uid: 0,
    gid: 0,
    uname: '',
    gname: '',
  });
  const block = Buffer.alloc(BLOCK_BYTES);
  const needsPax = header.encode(block);
  if (!isUtf8Name(name)) {
    return Buffer.concat([...paxOfBytes({ path: bytesOfText(name), size: `${sizeBytes}` }, Header), block]);
  }
  return needsPax ? Buffer.concat([new Pax(facts).encode(), block]) : block;
}

/** A pax header whose values are bytes; `hdrcharset` says that they need not be UTF-8. */
function paxOfBytes(
  facts: Readonly<Record<string, string | Buffer>>,
  Header: TarParts['header']['Header'],
): readonly Buffer[] {
  const records = Object.entries({ hdrcharset: 'BINARY', ...facts }).map(([key, value]) => {
    const rest = Buffer.concat([Buffer.from(` ${key}=`), Buffer.from(value), Buffer.from('\n')]);
    const digits = `${rest.length + `${rest.length}`.length}`.length;
    return Buffer.concat([Buffer.from(`${rest.length + digits}`), rest]);
  });
  const body = Buffer.concat(records);
  const block = Buffer.alloc(BLOCK_BYTES);
  new Header({ path: 'PaxHeader', type: 'ExtendedHeader', size: body.length, mode: 0o644 }).encode(block);
  return [block, body, Buffer.alloc(-body.length & (BLOCK_BYTES - 1))];
}

async function* bodyOf({ name, sizeBytes, open }: ArchiveFile): AsyncGenerator<Uint8Array, void> {
  let writtenBytes = 0;
  for await (const chunk of open()) {
    writtenBytes += chunk.length;
    yield chunk;
  }
  invariant(writtenBytes === sizeBytes, `the entry "${name}" has as many bytes as were promised`);
  const restBytes = sizeBytes % BLOCK_BYTES;
  if (restBytes > 0) {
    yield Buffer.alloc(BLOCK_BYTES - restBytes);
  }
}

/** A file to be written to an archive. */
export interface ArchiveFile {
  /** Name in the tar, with `/` as separator; a name that ends in `/` is a folder. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Opened when it is written, and read once: `sizeBytes` bytes in chunks of any size. */
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
