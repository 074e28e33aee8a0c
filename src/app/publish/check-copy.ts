import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { systemErrorCode } from '../../base/failure.ts';
import { readPieces } from '../../base/read-pieces.ts';
import type { WordFinder } from '../../base/word-finder.ts';
import type { PrivatePlace, PrivateWord, PrivateWordKind, Publication } from '../../store/public-report.ts';
import { openTexts, type Seeker } from './open-texts.ts';
import { isGzip } from './unpack-file.ts';

export interface CopyCheck
  extends Pick<Publication, 'checkedFiles' | 'checkedBytes' | 'inCode' | 'unsearched'> {
  /** What must not be there: the first thousand places. */
  readonly places: readonly PrivatePlace[];
  readonly placeCount: number;
}

interface CheckOptions {
  readonly words: WordFinder<PrivateWord>;
  /** Whether a path in the copy is code of a public repository, which is published as it is. */
  readonly isCode: (path: string) => boolean;
  readonly signal: AbortSignal;
}

const MAX_PLACES = 1_000;
const UNPACKED_BYTES = 256 * 1024;

/** Looks for words in the names and contents of all files of a copy: each is read once, in bounded memory. */
export async function checkCopy(path: string, { words, isCode, signal }: CheckOptions): Promise<CopyCheck> {
  const places: PrivatePlace[] = [];
  const inCode: Record<string, number> = {};
  const unsearched = new Set<string>();
  let placeCount = 0;
  let checkedFiles = 0;
  let checkedBytes = 0;
  const note = (file: string, line: number, kind: PrivateWordKind) => {
    if (isCode(file)) {
      inCode[kind] = (inCode[kind] ?? 0) + 1;
      return;
    }
    placeCount += 1;
    if (places.length < MAX_PLACES) {
      places.push({ file, line, kind });
    }
  };
  const seeker: Seeker = {
    seek(file) {
      for (const { label } of words.find(Buffer.from(file))) {
        note(file, 0, label.kind);
      }
      return () => words.open(({ line, label }) => note(file, line, label.kind));
    },
    onUnsearched(file) {
      if (!isCode(file) && unsearched.size < MAX_PLACES) {
        unsearched.add(file);
      }
    },
  };
  for await (const file of filesIn(path)) {
    const name = file === path ? basename(path) : relative(path, file).split(sep).join('/');
    const { size } = await stat(file);
    await readTexts(file, { name, seeker, signal });
    checkedFiles += 1;
    checkedBytes += size;
  }
  return { checkedFiles, checkedBytes, inCode, unsearched: [...unsearched], places, placeCount };
}

async function* filesIn(path: string): AsyncGenerator<string> {
  if (!(await stat(path)).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of (await readdir(path, { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) {
      yield* filesIn(inner);
    } else {
      yield inner;
    }
  }
}

interface Reading {
  readonly name: string;
  readonly seeker: Seeker;
  readonly signal: AbortSignal;
}

async function readTexts(path: string, { name, seeker, signal }: Reading): Promise<void> {
  if (path.endsWith('.parquet')) {
    const { readParquetTexts } = await import('./read-parquet-texts.ts');
    await readParquetTexts(path, seeker.seek(name)(), signal);
  } else if (!(await readUnpacked(path, { name, seeker, signal }))) {
    const texts = openTexts(name, seeker);
    for await (const piece of readPieces(path, signal)) {
      texts.push(piece);
    }
    texts.end();
  }
}

/** Reads a file that is packed. Returns false if it is not, or not to its end. */
async function readUnpacked(path: string, { name, seeker, signal }: Reading): Promise<boolean> {
  if (!(await beginsLikeGzip(path))) {
    return false;
  }
  const texts = openTexts(name, seeker);
  try {
    await pipeline(
      createReadStream(path),
      createGunzip({ chunkSize: UNPACKED_BYTES }),
      async (unpacked: AsyncIterable<Buffer>) => {
        for await (const piece of unpacked) {
          texts.push(piece);
        }
      },
      { signal },
    );
    texts.end();
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (String(systemErrorCode(error)).startsWith('Z_')) {
      return false;
    }
    throw error;
  }
}

async function beginsLikeGzip(path: string): Promise<boolean> {
  for await (const piece of readPieces(path)) {
    return isGzip(piece);
  }
  return false;
}
