import { describe, expect, it } from 'vitest';
import {
  paddingBytes,
  type TarEntry,
  writeTarHeader,
} from '../../../../src/sandbox/archive/container/tar-header.ts';

const ENTRY: TarEntry = {
  name: './schema.json',
  type: 'file',
  mode: 0o644,
  sizeBytes: 75,
  mtimeSeconds: 1_780_272_000,
};

function write(change: Partial<TarEntry> = {}): Buffer {
  return Buffer.from(writeTarHeader({ ...ENTRY, ...change }));
}

function field(block: Buffer, start: number, length: number): string {
  return block.toString('latin1', start, start + length);
}

describe('writeTarHeader()', () => {
  it('has the magic of old GNU tar, and belongs to git', () => {
    const block = write();
    expect(block).toHaveLength(512);
    expect(field(block, 257, 8)).toBe('ustar  \0');
    expect(field(block, 108, 8)).toBe('0000764\0');
    expect(field(block, 116, 8)).toBe('0000764\0');
    expect(field(block, 265, 4)).toBe('git\0');
    expect(field(block, 297, 4)).toBe('git\0');
  });

  it('writes numbers in octal, with the sum of all bytes', () => {
    const block = write();
    expect(field(block, 100, 8)).toBe('0000644\0');
    expect(field(block, 124, 12)).toBe('00000000113\0');
    expect(Number.parseInt(field(block, 136, 11), 8)).toBe(1_780_272_000);
    const sum = [...block].reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    expect(field(block, 148, 8)).toBe(`${sum.toString(8).padStart(6, '0')}\0 `);
  });

  it('marks directories', () => {
    expect(field(write({ name: './', type: 'directory', sizeBytes: 0 }), 156, 1)).toBe('5');
    expect(field(write(), 156, 1)).toBe('0');
  });

  it('keeps a name of 100 bytes, and sends a longer one ahead', () => {
    expect(write({ name: 'n'.repeat(100) })).toHaveLength(512);
    const name = `./attachments/${'é'.repeat(60)}.png`;
    const blocks = write({ name });
    expect(blocks).toHaveLength(3 * 512);
    expect(field(blocks, 0, 14)).toBe('././@LongLink\0');
    expect(field(blocks, 156, 1)).toBe('L');
    const nameBytes = Number.parseInt(field(blocks, 124, 11), 8);
    expect(blocks.toString('utf8', 512, 512 + nameBytes)).toBe(`${name}\0`);
    expect(field(blocks, 1_024 + 124, 12)).toBe('00000000113\0');
  });

  it('writes sizes beyond eleven octal digits in binary', () => {
    const block = write({ sizeBytes: 2 ** 33 + 5 });
    expect(block[124]).toBe(0x80);
    expect(block.readBigUInt64BE(128)).toBe(2n ** 33n + 5n);
  });
});

describe('paddingBytes()', () => {
  it.each([
    [0, 0],
    [1, 511],
    [512, 0],
    [513, 511],
  ])('fills %i bytes up with %i', (size, padding) => {
    expect(paddingBytes(size)).toBe(padding);
  });
});
