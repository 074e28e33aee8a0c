import { Pax } from 'tar/pax';
import { describe, expect, it } from 'vitest';
import type { RawEntry } from '../../src/archive/raw-entry.ts';
import { createTarReader } from '../../src/archive/tar-reader.ts';
import { bytesOfText } from '../../src/base/byte-text.ts';
import { END_MARKER, makeEntry, makeLongNameEntry, makeTar, type TarPart } from './support/make-tar.ts';
import { cut } from './support/split.ts';

interface TarResult {
  readonly entries: readonly (RawEntry & { readonly body: string; readonly isWhole: boolean | undefined })[];
  readonly codes: readonly string[];
  readonly messages: readonly string[];
}

function readTar(bytes: Buffer, chunkSizes: readonly number[] = [1 << 20], isGuarded = false): TarResult {
  const entries: (RawEntry & { body: string; isWhole: boolean | undefined })[] = [];
  const codes: string[] = [];
  const messages: string[] = [];
  const reader = createTarReader({
    onEntry(raw) {
      const entry = { ...raw, body: '', isWhole: undefined as boolean | undefined };
      entries.push(entry);
      return {
        write(chunk) {
          entry.body += chunk.toString('latin1');
        },
        end(isWhole) {
          entry.isWhole = isWhole;
        },
      };
    },
    report(finding) {
      codes.push(finding.code);
      messages.push(finding.message);
    },
  });
  for (const chunk of cut(bytes, chunkSizes)) {
    reader.write(chunk);
  }
  reader.end(isGuarded);
  return { entries, codes, messages };
}

const A: TarPart = { name: './a.json', body: 'a'.repeat(700) };
const B: TarPart = { name: './b.json', body: 'b' };
const CHUNKINGS = [[1], [511], [512], [513], [100_000]];

/** An attribute of an extended header, with its length in front. */
function record(name: string, value: string | Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${name}=`), Buffer.from(value), Buffer.from('\n')]);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) {
    length = String(length).length + rest.length;
  }
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

/** Puts a byte that is not UTF-8 in place of each `#`, and corrects the checksums of the headers. */
function withBytes(entry: Buffer, headers: readonly number[] = [0]): Buffer {
  const bytes = Buffer.from(entry.map((byte) => (byte === 0x23 ? 0xe9 : byte)));
  for (const at of headers) {
    const block = bytes.subarray(at, at + 512);
    block.fill(' ', 148, 156);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  }
  return bytes;
}

describe('createTarReader()', () => {
  it('returns entries and their bytes, in any chunks', () => {
    for (const sizes of CHUNKINGS) {
      const { entries, codes } = readTar(makeTar([A, { name: './d/', type: 'Directory' }, B]), sizes);
      expect(codes).toEqual([]);
      expect(entries.map(({ name, type, body, isWhole }) => ({ name, type, body, isWhole }))).toEqual([
        { name: './a.json', type: 'file', body: A.body, isWhole: true },
        { name: './d/', type: 'directory', body: '', isWhole: true },
        { name: './b.json', type: 'file', body: 'b', isWhole: true },
      ]);
      expect(entries[0]).toMatchObject({ sizeBytes: 700, modifiedAtMs: Date.parse('2024-05-06T07:08:09Z') });
    }
  });

  it('reads long names of old GNU tar', () => {
    const name = `./attachments/${'ü'.repeat(60)}/${'x'.repeat(150)}.png`;
    const { entries, codes } = readTar(Buffer.concat([makeLongNameEntry({ ...B, name }), makeTar([A])]));
    expect(entries.map((entry) => entry.name)).toEqual([name, './a.json']);
    expect(codes).toEqual([]);
  });

  it('reads names and times of pax headers', () => {
    const path = `./attachments/${'é'.repeat(200)}.png`;
    const pax = new Pax({ path, mtime: new Date('2021-02-03T04:05:06.500Z') }).encode();
    const { entries, codes } = readTar(Buffer.concat([pax, makeEntry(B), makeTar([A])]));
    expect(entries.map((entry) => entry.name)).toEqual([path, './a.json']);
    expect(entries[0]?.modifiedAtMs).toBe(Date.parse('2021-02-03T04:05:06.500Z'));
    expect(codes).toEqual([]);
  });

  it('reads long names of any script, wherever a chunk ends', () => {
    const name = `./attachments/${'日本語é'.repeat(120)}.png`;
    const pax = new Pax({ path: name, mtime: new Date('2021-02-03T04:05:06Z') }).encode();
    for (const long of [Buffer.concat([pax, makeEntry(B)]), makeLongNameEntry({ ...B, name })]) {
      for (const sizes of [...CHUNKINGS, [1024], [1300, 700]]) {
        const { entries, codes } = readTar(Buffer.concat([long, makeTar([A])]), sizes);
        expect(entries.map((entry) => entry.name)).toEqual([name, './a.json']);
        expect(codes).toEqual([]);
      }
    }
  });

  it.each([
    ['a wrong length', '12 path=./long.json\n', '?'],
    ['a length with a leading zero', '015 path=./abc\n', '?'],
    ['a length beyond the header', '999999 path=./a\n', '?'],
    ['no length', 'path=./a\n', '?'],
    ['no name', '6 =ab\n', '?'],
    ['no equals sign', '9 path a\n', '?'],
    ['zeros in place of a line', Buffer.concat([Buffer.alloc(15), record('mtime', '1')]), '?'],
    ['no line feed', '11 path=./ab', '?'],
    ['a name with a line feed', record('path', './a\nb'), 'path'],
    ['a name with a NUL', record('path', './a\0b'), 'path'],
    ['a negative size', record('size', '-1'), 'size'],
    ['a size in another form', record('size', '0x10'), 'size'],
    ['a time that is not a number', record('mtime', 'yesterday'), 'mtime'],
    ['damage after a sound attribute', Buffer.concat([record('mtime', '1'), Buffer.from('7 pa')]), '?'],
  ])('reports attributes with %s, and reads the entry without them', (_, body, attribute) => {
    for (const sizes of CHUNKINGS) {
      const pax = makeEntry({ name: 'PaxHeader', type: 'ExtendedHeader', body });
      const bytes = Buffer.concat([pax, makeEntry(B), makeTar([A])]);
      const { entries, codes, messages } = readTar(bytes, sizes);
      expect([entries.length, entries[0]?.body, entries[1]?.name]).toEqual([2, 'b', './a.json']);
      expect(codes).toEqual(['tar-attribute-damaged']);
      expect(messages[0]).toContain(`The attribute "${attribute}" of the entry "`);
    }
  });

  describe('keeps each byte of a name that is not UTF-8', () => {
    const latin1 = (text: string) => Buffer.from(text, 'latin1');
    const pax = (body: Buffer) => makeEntry({ name: 'PaxHeader', type: 'ExtendedHeader', body });
    const long = `./${'d'.repeat(120)}`;
    it.each([
      ['in a header', withBytes(makeEntry({ ...B, name: './caf#.json' })), './caf\xe9.json'],
      [
        'in a prefix',
        withBytes(makeEntry({ ...B, name: `./caf#/${'d'.repeat(98)}` })),
        `./caf\xe9/${'d'.repeat(98)}`,
      ],
      [
        'of GNU tar',
        withBytes(makeLongNameEntry({ ...B, name: `${long}/caf#.json` }), [0, 512]),
        `${long}/caf\xe9.json`,
      ],
      [
        'of pax',
        Buffer.concat([
          pax(Buffer.concat([record('hdrcharset', 'BINARY'), record('path', latin1('./caf\xe9.json'))])),
          makeEntry(B),
        ]),
        './caf\xe9.json',
      ],
      [
        'of pax before a header that is cut within a character',
        Buffer.concat([pax(record('path', './é.json')), withBytes(makeEntry({ ...B, name: './caf#' }))]),
        './\xc3\xa9.json',
      ],
    ])('%s', (_, bytes, name) => {
      for (const sizes of CHUNKINGS) {
        const { entries, codes } = readTar(Buffer.concat([bytes, makeTar([A])]), sizes);
        expect(entries.map((entry) => bytesOfText(entry.name).toString('latin1'))).toEqual([
          name,
          './a.json',
        ]);
        expect([entries[0]?.body, codes]).toEqual(['b', []]);
      }
    });
  });

  it('skips attributes that it does not use, and does not mistake their values for attributes', () => {
    const comment = `two lines\n${record('path', './smuggled.json').toString()}`;
    const body = Buffer.concat([
      record('comment', comment),
      record('SCHILY.xattr.user.x', Buffer.from([0xff, 0x0a, 0x00])),
      record('path', './real.json'),
      record('path', ''),
      record('path', './real.json'),
      record('constructor', 'x'),
    ]);
    for (const type of ['ExtendedHeader', 'GlobalExtendedHeader'] as const) {
      const { entries, codes } = readTar(Buffer.concat([makeEntry({ name: 'p', type, body }), makeTar([B])]));
      expect(entries.map(({ name }) => name)).toEqual([
        type === 'ExtendedHeader' ? './real.json' : './b.json',
      ]);
      expect(codes).toEqual([]);
    }
  });

  it('finds the next tar after extended headers that are empty or not text', () => {
    for (const body of ['', record('comment', Buffer.alloc(600, 0xff))]) {
      const pax = makeEntry({ name: 'p', type: 'ExtendedHeader', body });
      for (const sizes of CHUNKINGS) {
        const { entries, codes } = readTar(Buffer.concat([pax, makeTar([A]), makeTar([B])]), sizes);
        expect(entries.map(({ name }) => name)).toEqual(['./a.json', './b.json']);
        expect(codes).toEqual(['tar-trailing-bytes']);
      }
    }
  });

  it('does not read an entry whose name is beyond all limits', () => {
    const bytes = Buffer.concat([makeLongNameEntry({ ...B, name: 'n'.repeat(70_000) }), makeTar([A])]);
    const { entries, codes } = readTar(bytes, [1000]);
    expect(entries.map((entry) => entry.name)).toEqual(['./a.json']);
    expect(codes).toEqual(['entry-name-unsafe']);
  });

  it('distinguishes links, devices and unknown types', () => {
    const { entries } = readTar(
      makeTar([
        { name: 'soft', type: 'SymbolicLink', linkpath: '/etc/passwd' },
        { name: 'hard', type: 'Link', linkpath: '../x' },
        { name: 'pipe', type: 'FIFO' },
        { name: 'device', type: 'CharacterDevice' },
        { name: 'odd', type: 'SolarisACL', body: 'acl' },
        B,
      ]),
    );
    expect(entries.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'soft link',
      'hard link',
      'pipe other',
      'device other',
      'odd other',
      './b.json file',
    ]);
  });

  it('reports the entry in which a file is cut', () => {
    for (const sizes of CHUNKINGS) {
      const { entries, codes } = readTar(makeTar([A, B]).subarray(0, 512 + 600), sizes);
      expect(entries).toMatchObject([{ name: './a.json', isWhole: false }]);
      expect(codes).toEqual(['tar-truncated']);
    }
  });

  it('reports a cut within a header or a long name', () => {
    for (const sizes of CHUNKINGS) {
      expect(readTar(makeTar([A, B]).subarray(0, 512 + 1024 + 100), sizes).codes).toEqual(['tar-truncated']);
      const long = makeLongNameEntry({ ...B, name: 'n'.repeat(700) });
      expect(readTar(Buffer.concat([makeEntry(A), long.subarray(0, 1000)]), sizes).codes).toEqual([
        'tar-truncated',
      ]);
    }
  });

  it('treats a missing end marker as a cut unless a checksum confirms the length', () => {
    const unmarked = Buffer.concat([makeEntry(A), makeEntry(B)]);
    expect(readTar(unmarked).codes).toEqual(['tar-truncated']);
    expect(readTar(unmarked, [512], true).codes).toEqual(['tar-end-missing']);
    expect(readTar(Buffer.concat([unmarked, Buffer.alloc(512)]), [512], true).codes).toEqual([
      'tar-end-missing',
    ]);
  });

  it('continues after a damaged header, and reports it once', () => {
    const bytes = makeTar([A, B, { ...B, name: './c.json' }]);
    bytes[3] = 0x7e;
    const { entries, codes, messages } = readTar(bytes, [700]);
    expect(entries.map((entry) => entry.name)).toEqual(['./b.json', './c.json']);
    expect(codes).toEqual(['tar-damaged']);
    expect(messages[0]).toContain('Found 3 damaged blocks');
  });

  it.each([
    ['letters', Buffer.from('zzzzzzzzzzz\0')],
    ['a negative number', Buffer.alloc(12, 0xff)],
  ])('reports a header with %s in place of the size', (_, size) => {
    const block = makeEntry({ name: './a.json' });
    size.copy(block, 124);
    const sum = [...block.fill(' ', 148, 156)].reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    for (const sizes of CHUNKINGS) {
      const { entries, codes, messages } = readTar(Buffer.concat([block, makeTar([B])]), sizes);
      expect(codes).toEqual(['tar-attribute-damaged']);
      expect(messages).toEqual(['The attribute "size" of the entry "a.json" is damaged']);
      expect(entries.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
        ['./a.json', 0],
        ['./b.json', 1],
      ]);
    }
  });

  it('reads another tar after the end marker', () => {
    const first = Buffer.concat([makeTar([A]), Buffer.alloc(5 * 512)]);
    for (const sizes of CHUNKINGS) {
      const { entries, codes } = readTar(Buffer.concat([first, makeTar([B])]), sizes);
      expect(entries.map((entry) => entry.name)).toEqual(['./a.json', './b.json']);
      expect(codes).toEqual(['tar-trailing-bytes']);
    }
  });

  it('skips any number of zeros after the end marker, and reports other bytes', () => {
    const marked = makeTar([A]);
    expect(readTar(Buffer.concat([marked, Buffer.alloc(100_000)]), [7_777]).codes).toEqual([]);
    const codes = readTar(Buffer.concat([marked, END_MARKER, Buffer.from('garbage')]), [600]).codes;
    expect(codes).toEqual(['tar-trailing-bytes', 'tar-truncated']);
  });
});
