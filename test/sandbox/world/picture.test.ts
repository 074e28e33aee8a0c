import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawPicture } from '../../../src/sandbox/world/picture.ts';

/** Name and content of each chunk, its checksum proved. */
function readChunks(png: Buffer): readonly (readonly [name: string, content: Buffer])[] {
  const chunks: [string, Buffer][] = [];
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end)]);
    at = end + 4;
  }
  return chunks;
}

describe('drawPicture()', () => {
  it.each([
    [80, 50],
    [160, 90],
    [1_000, 400],
  ])('draws a PNG of %i by %i pixels', (width, height) => {
    const png = Buffer.from(drawPicture({ width, height, seed: 'kiln' }));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    const chunks = readChunks(png);
    expect(chunks.map(([name]) => name)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    const [header, palette, image] = chunks.map(([, content]) => content);
    expect([header?.readUInt32BE(0), header?.readUInt32BE(4)]).toEqual([width, height]);
    const rows = inflateSync(image ?? Buffer.alloc(0));
    expect(rows).toHaveLength((width + 1) * height);
    expect(rows.reduce((most, color) => Math.max(most, color), 0)).toBeLessThan((palette?.length ?? 0) / 3);
  });

  it('draws the same for the same seed, and something else for another', () => {
    const draw = (seed: string) => Buffer.from(drawPicture({ width: 90, height: 60, seed })).toString('hex');
    expect(draw('one')).toBe(draw('one'));
    expect(draw('one')).not.toBe(draw('two'));
  });
});
