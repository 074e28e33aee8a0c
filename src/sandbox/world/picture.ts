import { crc32 } from 'node:zlib';
import { createSeededRandom } from '../../base/index.ts';

/** A small drawing that stands in for a screenshot. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly seed: string;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TITLE_BAR_HEIGHT = 10;
const MARGIN = 8;
const BAR_WIDTH = 8;
/** Red, green and blue of page, title bar, ink, accent and two fillings. */
const PALETTE = [
  [0xfa, 0xfa, 0xf7],
  [0xd8, 0xdc, 0xe2],
  [0x3b, 0x42, 0x52],
  [0x2f, 0x6f, 0xb0],
  [0xd0, 0x8a, 0x3e],
  [0x7a, 0x9e, 0x62],
] as const;
const BAR_COLORS = [3, 4, 5] as const;

/** Draws a window with a bar chart as a PNG (ISO 15948), byte for byte the same on every machine. */
export function drawPicture(picture: Picture): Uint8Array {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(picture)),
    chunk('PLTE', Buffer.from(PALETTE.flat())),
    chunk('IDAT', storeUncompressed(drawRows(picture))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function header({ width, height }: Picture): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = 8; // Bits per pixel.
  bytes[9] = 3; // Colours come from the palette.
  return bytes;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly color: number;
}

/** One byte per pixel, each row behind a filter byte of 0. */
function drawRows(picture: Picture): Buffer {
  const { width, height } = picture;
  const rowLength = width + 1;
  const rows = Buffer.alloc(rowLength * height);
  for (const { left, top, right, bottom, color } of planBoxes(picture)) {
    for (let row = top; row < Math.min(height, bottom); row += 1) {
      const start = row * rowLength + 1;
      rows.fill(color, start + left, start + Math.min(width, right));
    }
  }
  return rows;
}

function planBoxes({ width, height, seed }: Picture): readonly Box[] {
  const random = createSeededRandom(seed);
  const floor = height - MARGIN;
  const boxes: Box[] = [
    { left: 0, top: 0, right: width, bottom: TITLE_BAR_HEIGHT, color: 1 },
    { left: 4, top: 4, right: random.integer(24, 44), bottom: 6, color: 2 },
    { left: MARGIN, top: floor, right: width - MARGIN, bottom: floor + 1, color: 2 },
  ];
  for (let left = MARGIN; left + BAR_WIDTH < width - MARGIN; left += BAR_WIDTH + 4) {
    const top = random.integer(TITLE_BAR_HEIGHT + MARGIN, floor - 4);
    boxes.push({ left, top, right: left + BAR_WIDTH, bottom: floor, color: random.pick(BAR_COLORS) });
  }
  return boxes;
}

/**
 * Wraps bytes as a zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4). Compressing them would
 * tie the bytes to one version of one library.
 */
function storeUncompressed(bytes: Buffer): Buffer {
  const maxBlock = 0xffff;
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let start = 0; start < bytes.length; start += maxBlock) {
    const block = bytes.subarray(start, start + maxBlock);
    const head = Buffer.alloc(5);
    head[0] = start + maxBlock >= bytes.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    parts.push(head, block);
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(adler32(bytes));
  return Buffer.concat([...parts, checksum]);
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 0x1_0000 + a;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Bytes of an upload as plain data: the text itself, or a picture to draw. */
export type FileContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'picture'; readonly picture: Picture };

/** The bytes, equal on every machine. */
export function renderFileContent(content: FileContent): Uint8Array {
  return content.type === 'text' ? Buffer.from(content.text) : drawPicture(content.picture);
}
