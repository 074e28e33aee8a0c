import { crc32, deflateSync } from 'node:zlib';
import { createSeededRandom } from '../../base/random.ts';

/** A small drawing in place of a screenshot. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly seed: string;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The colors of the stripes. */
const PALETTE = [
  [0xfa, 0xfa, 0xf7],
  [0x2f, 0x6f, 0xb0],
  [0xd0, 0x8a, 0x3e],
  [0x7a, 0x9e, 0x62],
] as const;
const STRIPE_HEIGHT = 6;

/** Compression would depend on the version of zlib; storing everything in one block does not. */
const STORED = { level: 0, chunkSize: 2 ** 16 } as const;

/** Draws stripes as a PNG (ISO 15948), byte for byte the same on every machine. */
export function drawPicture(picture: Picture): Uint8Array {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(picture)),
    chunk('PLTE', Buffer.from(PALETTE.flat())),
    chunk('IDAT', deflateSync(drawRows(picture), STORED)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function header({ width, height }: Picture): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = 8; // Bits per pixel.
  bytes[9] = 3; // Colors come from the palette.
  return bytes;
}

/** One byte per pixel, with a filter byte of 0 before each row. */
function drawRows({ width, height, seed }: Picture): Buffer {
  const random = createSeededRandom(seed);
  const rowLength = width + 1;
  const rows = Buffer.alloc(rowLength * height);
  for (let row = 0, color = 0; row < height; row += 1) {
    color = row % STRIPE_HEIGHT === 0 ? random.integer(0, PALETTE.length - 1) : color;
    rows.fill(color, row * rowLength + 1, (row + 1) * rowLength);
  }
  return rows;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
