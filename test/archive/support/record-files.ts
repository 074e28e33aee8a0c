import type { ArchiveFile } from '../../../src/archive/write/tar-blocks.ts';

/** Record files of up to 100 records, each created when it is written. */
export function* recordFiles(
  prefix: string,
  count: number,
  make: (at: number) => object,
): Generator<ArchiveFile> {
  for (let first = 0; first < count; first += 100) {
    const records = Array.from({ length: Math.min(100, count - first) }, (_, at) => make(first + at));
    const number = String(1 + first / 100).padStart(6, '0');
    yield fileOf(`${prefix}_${number}.json`, JSON.stringify(records));
  }
}

export function fileOf(name: string, text: string): ArchiveFile {
  const bytes = Buffer.from(text);
  return { name, sizeBytes: bytes.length, open: () => [bytes] };
}
