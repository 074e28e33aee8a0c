import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { archiveSourceFromStream, openArchiveSource } from '../../src/archive/archive-source.ts';
import { Failure } from '../../src/model/failure.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { END_MARKER, makeTar, makeTarGz, recordFile, SCHEMA_PART } from './support/make-tar.ts';

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
});

async function fileOf(bytes: string | Uint8Array): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return path;
}

const PARTS = [SCHEMA_PART, recordFile('issues_000001.json', [])];
const damagedTar = makeTar(PARTS);
damagedTar[0] = 0x7e;

const ARCHIVES: readonly [string, Buffer, boolean][] = [
  ['a tar.gz', makeTarGz(PARTS), true],
  ['a tar', makeTar(PARTS), false],
  ['a tar whose first header is damaged', damagedTar, false],
  ['a tar.gz cut after 30 bytes', makeTarGz(PARTS).subarray(0, 30), true],
  ['a tar.gz without its trailer', makeTarGz(PARTS).subarray(0, -8), true],
];

const OTHERS: readonly [string, string | Buffer, RegExp, RegExp?][] = [
  ['an empty file', '', /the (file is empty|stream is empty, or was read before)$/],
  ['a zip', 'PK\u0003\u0004rest', /found a zip file$/, /^Unpack it, and name the resulting tar/],
  ['an error of the storage', '<?xml version="1.0"?><Error/>', /found an XML document/],
  ['a web page', '\n<html></html>', /found a web page/],
  ['JSON', '{"message":"Not Found"}', /found a JSON document$/],
  ['text', 'hello', /found neither gzip nor tar$/],
  ['zeros', END_MARKER, /found neither gzip nor tar$/],
  ['noise', brotliCompressSync(Buffer.alloc(100_000, 'noise')), /found neither gzip nor tar$/],
  ['a gzip of text', gzipSync('hello'), /the gzip does not contain a tar$/],
  ['a gzip of much text', gzipSync('hello '.repeat(1_000_000)), /the gzip does not contain a tar$/],
  ['a gzip of nothing', gzipSync(''), /the gzip does not contain a tar$/],
];

describe('openArchiveSource()', () => {
  it.each(ARCHIVES)('opens %s', async (_, bytes, isGzip) => {
    const source = await openArchiveSource(await fileOf(bytes));
    expect(source).toMatchObject({ type: 'packed', isGzip, sizeBytes: bytes.length });
  });

  it.each(OTHERS)('refuses %s', async (_, bytes, message, hint) => {
    const path = await fileOf(bytes);
    await expect(openArchiveSource(path)).rejects.toMatchObject({
      code: 'not-an-archive',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint ?? /^Name a \.tar\.gz or \.tar file that a migration produced/),
    });
  });

  it('opens a folder', async () => {
    expect(await openArchiveSource(folder)).toEqual({ type: 'folder', name: folder, path: folder });
  });

  it('refuses a vault, and says what to name instead', async () => {
    const vault = await mkdtemp(join(folder, 'vault-'));
    await writeFile(join(vault, 'satchel-vault.json'), '{"vault_version":1}');
    await expect(openArchiveSource(vault)).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot read "${vault}" as an archive: it is a vault`,
      hint: expect.stringContaining(`"${join(vault, 'archives', 'NAME')}"`),
    });
  });

  it('opens a named pipe', async () => {
    const path = join(folder, 'pipe');
    execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
    const written = writeFile(path, makeTar(PARTS));
    expect(await openArchiveSource(path)).toMatchObject({
      type: 'packed',
      isGzip: false,
      sizeBytes: undefined,
    });
    await written;
  });

  it('fails if there is nothing', async () => {
    await expect(openArchiveSource(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'absent' });
  });
});

describe('archiveSourceFromStream()', () => {
  it.each(ARCHIVES)('opens %s and keeps its head', async (_, bytes, isGzip) => {
    const source = await archiveSourceFromStream(
      Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]),
      'stdin',
    );
    expect(source).toMatchObject({ isGzip, name: 'stdin', sizeBytes: undefined });
    const chunks: Buffer[] = [];
    if (source.type === 'packed') {
      for await (const chunk of source.open()) {
        chunks.push(chunk);
      }
    }
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  it.each(OTHERS)('refuses %s', async (_, bytes, message) => {
    const stream = Readable.from([Buffer.from(bytes)].filter((chunk) => chunk.length > 0));
    await expect(archiveSourceFromStream(stream, 'stdin')).rejects.toMatchObject({
      code: 'not-an-archive',
      message: expect.stringMatching(message),
    });
  });

  it('says that a stream was read before', async () => {
    const stream = Readable.from([makeTar(PARTS)]);
    await buffer(stream);
    await expect(archiveSourceFromStream(stream, 'stdin')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/again: it is a stream, which can be read once$/),
    });
  });

  it.for([
    [new Error('The pipe broke'), 'stream-failed'],
    [Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), 'stream-failed'],
    [Object.assign(new Error('i/o error'), { code: 'EIO' }), 'file-system'],
    [new Failure('rate-limited', 'Cannot download'), 'rate-limited'],
  ] as const)('fails with the error of the stream: %s as %s', async ([error, code]) => {
    const stream = new Readable({
      read() {
        this.destroy(error);
      },
    });
    const failure: unknown = await archiveSourceFromStream(stream, 'stdin').catch((thrown) => thrown);
    expect(failure).toMatchObject({ code });
    expect(failure === error || (failure instanceof Error && failure.cause === error)).toBe(true);
  });
});
