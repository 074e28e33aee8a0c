import type { FileContent } from '../../store/index.ts';

/** A file of an archive that is made again from a store. */
export interface ContentFile {
  /** Name in the tar, with `/` between its parts; one that ends in `/` is a folder. */
  readonly name: string;
  readonly content: FileContent | 'records' | 'document' | 'git';
  readonly sizeBytes: number;
  /** Its bytes; to be opened when its turn comes, and read once. */
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A file whose bytes are in memory. */
export function fileOfBytes(
  name: string,
  content: ContentFile['content'],
  bytes: Uint8Array | string,
): ContentFile {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return { name, content, sizeBytes: body.length, open: () => [body] };
}
