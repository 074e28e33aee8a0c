import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFailure } from './file-failure.ts';
import { openWorkplace } from './workplace.ts';

/** Records in a private temporary file: what is needed twice, and may not fit into memory. */
export interface Spool<Item extends object> {
  /** Reads the records from the beginning, each time that they are iterated. */
  readonly records: Iterable<Item>;
  /** Fails with `disk-full` or `file-system`. */
  add(item: Item): void;
  close(): Promise<void>;
}

const PIECE_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** Opens a spool in the folder for temporary files. Its records must be JSON values. */
export async function openSpool<Item extends object>(): Promise<Spool<Item>> {
  const workplace = await openWorkplace(tmpdir(), 'satchel-list-');
  const path = join(workplace.path, 'records');
  const file = openSync(path, 'wx+', 0o600);
  return {
    add(item) {
      try {
        writeSync(file, `${JSON.stringify(item)}\n`);
      } catch (error) {
        throw fileFailure(error, 'write', path);
      }
    },
    records: {
      *[Symbol.iterator]() {
        for (const line of linesOf(file)) {
          yield JSON.parse(line);
        }
      },
    },
    async close() {
      closeSync(file);
      await workplace.close();
    },
  };
}

function* linesOf(file: number): Generator<string> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let parts: Buffer[] = [];
  for (let at = 0, length = 0; ; at += length) {
    length = readSync(file, piece, 0, PIECE_BYTES, at);
    if (length === 0) {
      return;
    }
    let start = 0;
    for (
      let end = piece.indexOf(LINE_FEED);
      end >= 0 && end < length;
      end = piece.indexOf(LINE_FEED, start)
    ) {
      yield Buffer.concat([...parts, piece.subarray(start, end)]).toString('utf8');
      parts = [];
      start = end + 1;
    }
    parts.push(Buffer.from(piece.subarray(start, length)));
  }
}
