import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Receives the content of a dump, with backpressure: a file that is being written, or standard output. */
export interface DumpSink {
  write(content: string | Uint8Array): Promise<void>;
}

/** Writes a file. Returns its size. */
export async function fillFile(
  path: string,
  fill: (file: DumpSink) => Promise<void>,
  { mode, onWritten }: { readonly mode: number; readonly onWritten: (sizeBytes: number) => void },
): Promise<number> {
  let handle: FileHandle | undefined;
  let sizeBytes = 0;
  let held: Uint8Array[] = [];
  const writeHeld = async () => {
    handle ??= await open(path, 'w', mode);
    await handle.writeFile(joined(held)); // Writes at the current position, and completes partial writes.
    held = [];
  };
  try {
    let heldBytes = 0;
    await fill({
      async write(content) {
        for (const bytes of typeof content === 'string' ? encodePieces(content) : [content]) {
          sizeBytes += bytes.length;
          heldBytes += bytes.length;
          const isOurs = typeof content === 'string' || heldBytes > MAX_SMALL_BYTES;
          held.push(isOurs ? bytes : new Uint8Array(bytes)); // Writers may use theirs again.
          if (heldBytes > MAX_SMALL_BYTES) {
            await writeHeld();
            heldBytes = 0;
          }
          onWritten(bytes.length);
        }
      },
    });
    if (handle === undefined) {
      writeFileSync(path, joined(held), { mode });
    } else {
      await writeHeld();
    }
    return sizeBytes;
  } finally {
    await handle?.close();
  }
}

/** A file that is not longer is written at once: Node's threads take longer for it than the file system. */
const MAX_SMALL_BYTES = 256 * 1024;

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}

const PIECE_LENGTH = 1024 * 1024;

/** The UTF-8 of a text in pieces, so that a long text does not take twice its memory. A surrogate pair is not divided. */
function* encodePieces(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length; ) {
    const isHigh = (text.charCodeAt(at + PIECE_LENGTH - 1) & 0xfc00) === 0xd800;
    const piece = text.slice(at, at + PIECE_LENGTH - (isHigh ? 1 : 0));
    yield Buffer.from(piece);
    at += piece.length;
  }
}
