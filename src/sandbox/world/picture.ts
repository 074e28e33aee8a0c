import { crc32, deflateSync } from 'node:zlib';
import { createSeededRandom } from '../../base/index.ts';

/** A small drawing in place of a screenshot. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly seed: string;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TITLE_BAR_HEIGHT = 10;
const MARGIN = 8;
const BAR_WIDTH = 8;
/** The colors of page, title bar and bars. */
const PALETTE = [
  [0xfa, 0xfa, 0xf7],
  [0xd8, 0xdc, 0xe2],
  [0x2f, 0x6f, 0xb0],
  [0xd0, 0x8a, 0x3e],
  [0x7a, 0x9e, 0x62],
] as const;
const BAR_COLORS = [2, 3, 4] as const;

/** Compression would depend on the version of zlib; storing everything in one block does not. */
const STORED = { level: 0, chunkSize: 2 ** 16 } as const;

/** Draws a window with a bar chart as a PNG (ISO 15948), byte for byte the same on every machine. */
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

/** A title bar, and bars of random heights: one byte per pixel, with a filter byte of 0 before each row. */
function drawRows({ width, height, seed }: Picture): Buffer {
  const random = createSeededRandom(seed);
  const rowLength = width + 1;
  const rows = Buffer.alloc(rowLength * height);
  for (let row = 0; row < TITLE_BAR_HEIGHT; row += 1) {
    rows.fill(1, row * rowLength + 1, (row + 1) * rowLength);
  }
  for (let left = MARGIN; left + BAR_WIDTH < width - MARGIN; left += BAR_WIDTH + 4) {
    const color = random.pick(BAR_COLORS);
    for (let row = random.integer(TITLE_BAR_HEIGHT + MARGIN, height - MARGIN); row < height; row += 1) {
      rows.fill(color, row * rowLength + left, row * rowLength + left + BAR_WIDTH);
    }
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
