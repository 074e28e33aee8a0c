import { createFinding } from '../model/index.ts';
import { OneTar, type TarHandlers } from './one-tar.ts';

/** Takes the bytes of a tar in chunks of any size. */
export interface TarReader {
  write(chunk: Buffer): void;
  /** To be called after the last chunk. `isGuarded` says that a checksum vouches for the length of the stream. */
  end(isGuarded: boolean): void;
}

const BLOCK_BYTES = 512;

/** Creates a reader of one tar, or of several end to end, as joined gzip members give them. */
export function createTarReader(handlers: TarHandlers): TarReader {
  let tar = new OneTar(handlers);
  let isFirst = true;
  let paddingBytes = 0;

  /** Skips the zeros behind an end marker; answers the start of the next tar, if there is one. */
  function skipPadding(chunk: Buffer): Buffer | undefined {
    const filled = countZeros(chunk);
    if (filled === chunk.length) {
      paddingBytes += chunk.length;
      return undefined;
    }
    const zerosBefore = (paddingBytes + filled) % BLOCK_BYTES;
    paddingBytes = 0;
    return Buffer.concat([Buffer.alloc(zerosBefore), chunk.subarray(filled)]);
  }

  function write(chunk: Buffer): void {
    let rest: Buffer | undefined = chunk;
    while (rest !== undefined && rest.length > 0) {
      if (tar.hasEnded) {
        rest = skipPadding(rest);
        if (rest === undefined) {
          return;
        }
        if (isFirst) {
          handlers.report(createFinding('tar-trailing-bytes', 'More data follows the end marker of the tar'));
          isFirst = false;
        }
        tar = new OneTar(handlers);
      }
      const behindBytes: number = tar.write(rest);
      rest = rest.subarray(rest.length - behindBytes);
    }
  }

  return { write, end: (isGuarded) => tar.end(isGuarded) };
}

function countZeros(chunk: Buffer): number {
  let at = 0;
  while (at < chunk.length && chunk[at] === 0) {
    at += 1;
  }
  return at;
}
