import { createHash } from 'node:crypto';
import type { ArchiveEvent, ContainerSummary } from './archive-event.ts';
import type { ArchiveSource } from './archive-source.ts';
import { readArchive } from './read-archive.ts';
import type { ReadArchiveOptions } from './read-source.ts';

interface ReadTogetherOptions extends Omit<ReadArchiveOptions, 'source'> {
  /** The parts of one export, such as its git data and its metadata; their order does not matter. */
  readonly sources: readonly ArchiveSource[];
}

/**
 * Reads several archives of one export as if they were one: one stream of events with one `end`, whose digest is the
 * SHA-256 of the parts' digests in hexadecimal, sorted and joined by line feeds. A single archive is read as it is.
 */
export async function* readTogether({
  sources,
  ...options
}: ReadTogetherOptions): AsyncGenerator<ArchiveEvent, void> {
  const parts: ContainerSummary[] = [];
  for (const source of sources) {
    for await (const event of readArchive({ ...options, source })) {
      if (event.type === 'end') {
        parts.push(event.container);
      } else {
        yield event;
      }
    }
  }
  yield { type: 'end', container: joinSummaries(parts) };
}

/** What several archives are as one; the digest is that of `readTogether`. */
export function joinSummaries(parts: readonly ContainerSummary[]): ContainerSummary {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) {
    return first;
  }
  return {
    isWhole: parts.every(({ isWhole }) => isWhole),
    packedBytes: parts.reduce((sum, { packedBytes }) => sum + packedBytes, 0),
    unpackedBytes: parts.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0),
    entryCount: parts.reduce((sum, { entryCount }) => sum + entryCount, 0),
    sha256: digestOf(parts),
  };
}

function digestOf(parts: readonly ContainerSummary[]): string | undefined {
  const digests = parts.map(({ sha256 }) => sha256).filter((sha256) => sha256 !== undefined);
  return digests.length < parts.length
    ? undefined
    : createHash('sha256').update(digests.toSorted().join('\n')).digest('hex');
}
