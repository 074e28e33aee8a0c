import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { readArchive } from '../../src/archive/read-archive.ts';
import type { ArchiveFile } from '../../src/archive/write/tar-blocks.ts';
import { writeArchive } from '../../src/archive/write-archive.ts';
import { textOfBytes } from '../../src/base/byte-text.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';

const directory = temporaryFolder();
const MODIFIED_AT_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
let archiveCount = 0;

function newPath(): string {
  archiveCount += 1;
  return join(directory, `${archiveCount}.tar.gz`);
}

function fileOf(name: string, chunks: readonly Uint8Array[]): ArchiveFile {
  const sizeBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return { name, sizeBytes, open: () => chunks };
}

async function write(files: readonly ArchiveFile[]): Promise<string> {
  const path = newPath();
  await writeArchive({ path, files, modifiedAtMs: MODIFIED_AT_MS });
  return path;
}

/** Reads an archive back with Satchel's own reader: contents by name, and codes of findings. */
async function readBack(path: string): Promise<{
  readonly contents: ReadonlyMap<string, string>;
  readonly codes: readonly string[];
  readonly times: ReadonlySet<number | undefined>;
}> {
  const contents = new Map<string, string>();
  const codes: string[] = [];
  const times = new Set<number | undefined>();
  const source = await openArchiveSource(path);
  for await (const event of readArchive({
    source,
    skipRecords: true,
    openFile({ name }) {
      const chunks: Buffer[] = [];
      return {
        write: (chunk) => chunks.push(Buffer.from(chunk)),
        end: () => contents.set(name, Buffer.concat(chunks).toString('hex')),
      };
    },
  })) {
    if (event.type === 'finding') {
      codes.push(event.finding.code);
    } else if (event.type === 'entry') {
      times.add(event.entry.modifiedAtMs);
    }
  }
  return { contents, codes, times };
}

/** Unpacks an archive with GNU tar. */
function unpack(path: string): string {
  const folder = `${path}.d`;
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', path, '-C', folder], {
    env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] },
  });
  return folder;
}

const NAME_PART = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => text.normalize('NFC').replace(/[/\\\0]/g, '_'))
  .filter((text) => text !== '.' && text !== '..' && Buffer.byteLength(text) <= 255);
const FILES = fc.uniqueArray(
  fc.record({
    parts: fc.array(NAME_PART, { minLength: 1, maxLength: 3 }),
    chunks: fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 3 }),
  }),
  { maxLength: 6, selector: ({ parts }) => parts.join('/').toLowerCase() },
);

describe('writeArchive()', () => {
  it('writes what our reader and GNU tar read back, whatever names and sizes', async () => {
    await fc.assert(
      fc.asyncProperty(FILES, async (files) => {
        const named = files.map(({ parts, chunks }, index) =>
          fileOf(`attachments/${index}/${parts.join('/')}`, chunks),
        );
        const path = await write([fileOf('schema.json', [Buffer.from('{"version":"1.0.1"}')]), ...named]);
        const { contents, codes, times } = await readBack(path);
        expect(codes).toEqual([]);
        expect([...times]).toEqual([MODIFIED_AT_MS]);
        const folder = unpack(path);
        expect(contents.size).toBe(named.length + 1);
        for (const { name, open } of named) {
          const expected = Buffer.concat([...(open() as readonly Uint8Array[])]).toString('hex');
          expect(contents.get(name)).toBe(expected);
          expect(readFileSync(join(folder, name)).toString('hex')).toBe(expected);
        }
      }),
      { numRuns: IS_LONG ? 1_000 : 25 },
    );
  });

  it('writes the same bytes for the same files, and returns their digest', async () => {
    const files = [
      fileOf('schema.json', [Buffer.from('{}')]),
      fileOf('attachments/a/é.txt', [Buffer.from('x')]),
    ];
    const path = newPath();
    const written = await writeArchive({ path, files, modifiedAtMs: MODIFIED_AT_MS });
    const bytes = readFileSync(path);
    expect(readFileSync(await write(files)).equals(bytes)).toBe(true);
    expect(written).toEqual({
      entryCount: 2,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('writes names of bytes whose headers have lengths of two and of three digits', async () => {
    const end = textOfBytes(Buffer.from([0xff]));
    const names = Array.from({ length: 30 }, (_, at) => `attachments/${'x'.repeat(65 + at)}${end}`);
    const { contents } = await readBack(await write(names.map((name) => fileOf(name, []))));
    expect([...contents.keys()]).toEqual(names);
  });

  it('writes folders, so that empty ones are restored', async () => {
    const folder = unpack(await write([fileOf('repositories/a/b.git/refs/', [])]));
    expect(existsSync(join(folder, 'repositories/a/b.git/refs'))).toBe(true);
  });

  it.each(['../up.txt', '/etc/passwd', 'a/../../b', 'C:\\x', 'nul\0l'])(
    'refuses the name %j',
    async (name) => {
      await expect(write([fileOf(name, [])])).rejects.toThrow(RangeError);
    },
  );

  it('leaves nothing, and an older file as it was, when a file cannot be read', async () => {
    const path = newPath();
    writeFileSync(path, 'older');
    const broken: ArchiveFile = {
      name: 'attachments/a/b',
      sizeBytes: 3,
      open() {
        throw new Error('gone');
      },
    };
    await expect(writeArchive({ path, files: [broken], modifiedAtMs: 0 })).rejects.toThrow('gone');
    expect(readFileSync(path, 'utf8')).toBe('older');
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('notices a file that has other bytes than promised', async () => {
    const file: ArchiveFile = { name: 'attachments/a/b', sizeBytes: 3, open: () => [Buffer.from('four')] };
    await expect(write([file])).rejects.toThrow('as many bytes as were promised');
  });

  it('stops when it is aborted', async () => {
    const path = newPath();
    const reason = new Error('stop');
    const options = {
      path,
      files: [fileOf('schema.json', [])],
      modifiedAtMs: 0,
      signal: AbortSignal.abort(reason),
    };
    await expect(writeArchive(options)).rejects.toBe(reason);
    expect(existsSync(path)).toBe(false);
  });
});
