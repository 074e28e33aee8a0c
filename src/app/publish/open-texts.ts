import { type BodyTaker, createTarReader, type TarReader } from '../../archive/tar-reader.ts';
import { isPacked, MAX_PACKED_BYTES, unpackFile } from './unpack-file.ts';

/** Receives the texts of a file in pieces. */
export interface Sought {
  push(bytes: Uint8Array): void;
  end(): void;
}

const TAR_MARK = 'ustar';
const TAR_MARK_AT = 257;

/** Receives the bytes of a file, and looks into each of its entries if it is a tar. */
export function openTexts(name: string, seek: (file: string) => Sought): Sought {
  let tar: TarReader | undefined;
  let plain: Sought | undefined;
  return {
    push(bytes) {
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (tar === undefined && plain === undefined) {
        if (piece.toString('latin1', TAR_MARK_AT, TAR_MARK_AT + TAR_MARK.length) === TAR_MARK) {
          tar = createTarReader({
            onEntry: (entry) => takeEntry(alsoUnpacked(seek(`${name}: ${entry.name}`))),
            report: () => undefined,
          });
        } else {
          plain = alsoUnpacked(seek(name));
        }
      }
      tar?.write(Buffer.from(piece)); // It keeps what it gets.
      plain?.push(piece);
    },
    end() {
      tar?.end(false);
      plain?.end();
    },
  };
}

function takeEntry(sought: Sought): BodyTaker {
  return { write: (chunk) => sought.push(chunk), end: () => sought.end() };
}

/** Also looks into what is packed in a file, if that is not too large. */
function alsoUnpacked(sought: Sought): Sought {
  let packed: Buffer[] | undefined;
  let packedBytes = 0;
  return {
    push(piece) {
      if (packedBytes === 0 && isPacked(piece)) {
        packed = [];
      }
      packedBytes += piece.length;
      if (packedBytes > MAX_PACKED_BYTES) {
        packed = undefined;
      }
      packed?.push(Buffer.from(piece));
      sought.push(piece);
    },
    end() {
      for (const content of unpackFile(Buffer.concat(packed ?? []))) {
        sought.push(content);
      }
      sought.end();
    },
  };
}
