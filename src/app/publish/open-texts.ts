import { createTarReader } from '../../archive/tar-reader.ts';
import { isPacked, MAX_PACKED_BYTES, MAX_UNPACKED_BYTES, unpackFile } from './unpack-file.ts';

/** Receives a text in pieces. */
export interface Sought {
  push(bytes: Uint8Array): void;
  end(): void;
}

/** Where words are sought. */
export interface Seeker {
  /** Begins to look into a file; its name has been looked at then. Each call of what it returns begins to look into one form of its text. */
  readonly seek: (file: string) => () => Sought;
  /** Called with the name of a packed file that cannot be unpacked, or not completely. */
  readonly onUnsearched: (file: string) => void;
}

/** How deep what is looked into is packed, and how much may still be unpacked there. */
interface Depth {
  readonly level: number;
  readonly left: { bytes: number };
}

const TAR_MARK = 'ustar';
const TAR_MARK_AT = 257;

/** How deep files can be packed in each other. */
const MAX_LEVEL = 6;

/** By how many bytes it is decided what a file is. */
const HEAD_BYTES = 4_096;

const OUTSIDE = () => ({ level: 0, left: { bytes: MAX_UNPACKED_BYTES } });

/** Receives the bytes of a file, and looks into each of its entries if it is a tar, and into what is packed in it. */
export function openTexts(name: string, seeker: Seeker, depth: Depth = OUTSIDE()): Sought {
  const held: Buffer[] = [];
  let heldBytes = 0;
  let sought: Sought | undefined;
  const begin = (): Sought => {
    const head = Buffer.concat(held);
    const isTar = head.toString('latin1', TAR_MARK_AT, TAR_MARK_AT + TAR_MARK.length) === TAR_MARK;
    const begun = (isTar && depth.level < MAX_LEVEL ? openTar : openContent)(name, seeker, {
      ...depth,
      head,
    });
    begun.push(head);
    return begun;
  };
  return {
    push(bytes) {
      if (sought !== undefined) {
        sought.push(bytes);
        return;
      }
      held.push(Buffer.from(bytes)); // It may change behind us.
      heldBytes += bytes.length;
      if (heldBytes >= HEAD_BYTES) {
        sought = begin();
      }
    },
    end() {
      (sought ?? begin()).end();
    },
  };
}

/** A file whose beginning is known. */
interface Begun extends Depth {
  readonly head: Buffer;
}

function openTar(name: string, seeker: Seeker, { level, left }: Begun): Sought {
  const tar = createTarReader({
    onEntry(entry) {
      const inner = level === 0 ? OUTSIDE() : { level, left }; // A whole copy can be one tar.
      const sought = openTexts(`${name}: ${entry.name}`, seeker, { ...inner, level: level + 1 });
      return { write: (chunk) => sought.push(chunk), end: () => sought.end() };
    },
    report({ severity }) {
      if (severity === 'error') {
        seeker.onUnsearched(name); // Some bytes belong to no entry.
      }
    },
  });
  return {
    push: (piece) => tar.write(Buffer.from(piece)), // It keeps what it gets.
    end: () => tar.end(false),
  };
}

/** Looks into bytes as they are, as text in UTF-16 if they may be that, and into what is packed in them. */
function openContent(name: string, seeker: Seeker, { head, ...depth }: Begun): Sought {
  const open = seeker.seek(name);
  const plain = open();
  const decode = wideDecoderOf(head);
  const wide = decode && open();
  const packed: Buffer[] | undefined = isPacked(head) ? [] : undefined;
  let sizeBytes = 0;
  return {
    push(piece) {
      sizeBytes += piece.length;
      if (packed !== undefined && sizeBytes <= MAX_PACKED_BYTES) {
        packed.push(Buffer.from(piece));
      }
      plain.push(piece);
      if (decode !== undefined) {
        wide?.push(Buffer.from(decode(piece)));
      }
    },
    end() {
      plain.end();
      wide?.end();
      if (packed !== undefined && sizeBytes <= MAX_PACKED_BYTES) {
        lookInto(name, Buffer.concat(packed), { seeker, depth });
      } else if (packed !== undefined) {
        seeker.onUnsearched(name);
      }
    },
  };
}

function lookInto(
  name: string,
  packed: Buffer,
  { seeker, depth }: { readonly seeker: Seeker; readonly depth: Depth },
): void {
  const { level, left } = depth;
  if (level === MAX_LEVEL) {
    seeker.onUnsearched(name);
    return;
  }
  for (const entry of unpackFile(packed, left.bytes)) {
    const inner = entry.name === '' ? name : `${name}: ${entry.name}`;
    left.bytes -= entry.content?.length ?? 0;
    if (entry.content === undefined || left.bytes < 0) {
      seeker.onUnsearched(inner);
    } else {
      const texts = openTexts(inner, seeker, { level: level + 1, left });
      texts.push(entry.content);
      texts.end();
    }
  }
}

/**
 * How to read a file in UTF-16 by its beginning: it has a byte order mark, or a NUL, which other texts do not have. Of the two
 * orders, it is the one with most NULs in the places of the higher bytes. Other files may be read so too, in which nothing is found.
 */
function wideDecoderOf(head: Uint8Array): ((piece: Uint8Array) => string) | undefined {
  const isMarkedLittle = head[0] === 0xff && head[1] === 0xfe;
  const isMarkedBig = head[0] === 0xfe && head[1] === 0xff;
  if (!head.includes(0) && !isMarkedLittle && !isMarkedBig) {
    return undefined;
  }
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < head.length; at += 2) {
    even += head[at] === 0 ? 1 : 0;
    odd += head[at + 1] === 0 ? 1 : 0;
  }
  const isBig = isMarkedBig || (!isMarkedLittle && even > odd);
  const decoder = new TextDecoder(isBig ? 'utf-16be' : 'utf-16le');
  return (piece) => decoder.decode(piece, { stream: true });
}
