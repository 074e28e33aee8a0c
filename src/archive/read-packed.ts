import { type ArchiveLimits, createFinding, type Finding } from '../model/index.ts';
import { openPackedBytes } from './packed-bytes.ts';
import type { PackedSource } from './packed-source.ts';
import type { ContainerBytes, ContainerReading } from './reading-sink.ts';
import { createTarReader } from './tar-reader.ts';
import { unpackGzip } from './unpack-gzip.ts';

/** Chunks go to the parser by slices, so that even a chunk full of tiny records yields in between. */
const SLICE_BYTES = 64 * 1024;

/** Reads a tar or tar.gz. It yields whenever the sink should be emptied. */
export async function* readPacked(
  reading: ContainerReading<PackedSource> & { readonly limits: ArchiveLimits },
): AsyncGenerator<void, ContainerBytes> {
  const { source, entries, sink, limits } = reading;
  const packed = openPackedBytes(reading);
  const report = (finding: Finding) => entries.report(finding);
  const chunks = source.isGzip ? unpackGzip(packed.chunks, report) : packed.chunks;
  const tar = createTarReader({ onEntry: (entry) => entries.open(entry), report });
  let unpackedBytes = 0;
  for await (const chunk of chunks) {
    unpackedBytes += chunk.length;
    const crossing = crossingOf(unpackedBytes, packed.count(), limits);
    if (crossing !== undefined) {
      entries.stop(crossing);
    }
    for (let at = 0; at < chunk.length && !entries.isStopped; at += SLICE_BYTES) {
      tar.write(chunk.subarray(at, at + SLICE_BYTES));
      if (sink.isFull) {
        yield;
      }
    }
    if (entries.isStopped) {
      break;
    }
    entries.flush();
    yield;
  }
  const damage = source.damage?.();
  if (damage !== undefined) {
    report(createFinding('encryption-damaged', `The encrypted file is damaged or truncated: ${damage}`));
  }
  if (!entries.isStopped) {
    tar.end(source.isGzip && !sink.hasContainerFault);
  }
  const sha256 = entries.isStopped || damage !== undefined ? undefined : packed.sha256();
  return { packedBytes: packed.count(), unpackedBytes, sha256 };
}

function crossingOf(unpackedBytes: number, packedBytes: number, limits: ArchiveLimits): string | undefined {
  if (unpackedBytes > limits.unpackedBytes) {
    return `it unpacks to more than ${limits.unpackedBytes} bytes`;
  }
  if (unpackedBytes > limits.ratioGraceBytes && unpackedBytes > packedBytes * limits.decompressionRatio) {
    return `it unpacks to more than ${limits.decompressionRatio} times its size`;
  }
  return undefined;
}
