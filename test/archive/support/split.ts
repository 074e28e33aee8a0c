import { createRecordSplitter } from '../../../src/archive/record-splitter.ts';
import { joinParts } from '../../../src/archive/record-text.ts';

export interface SplitResult {
  readonly records: readonly string[];
  readonly indexes: readonly number[];
  readonly faults: readonly string[];
  readonly declined: { readonly reason: string; readonly rest: string; readonly index: number } | undefined;
}

/** Splits a document that arrives in chunks of the given sizes, the last of which is repeated. */
export function split(
  document: string | Buffer,
  chunkSizes: readonly number[] = [1 << 20],
  options: {
    readonly windowBytes?: number;
    readonly maxNesting?: number;
    readonly onCount?: (memberCount: number) => void;
  } = {},
): SplitResult {
  const { onCount, ...limits } = options;
  const records: string[] = [];
  const indexes: number[] = [];
  const faults: string[] = [];
  let declined: SplitResult['declined'];
  const splitter = createRecordSplitter({
    windowBytes: 1 << 20,
    maxNesting: 100,
    ...limits,
    onRecord: (parts, index, memberCount) => {
      onCount?.(memberCount);
      records.push(joinParts(parts).toString());
      indexes.push(index);
    },
    onFault: (code, _fault, index) => faults.push(`${code} at ${index}`),
    onDecline: (reason, rest, index) => {
      declined = { reason, rest: rest.toString(), index };
    },
  });
  for (const chunk of cut(Buffer.from(document), chunkSizes)) {
    splitter.write(chunk);
  }
  splitter.end();
  return { records, indexes, faults, declined };
}

export function* cut(bytes: Buffer, chunkSizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, chunkSizes[Math.min(turn, chunkSizes.length - 1)] ?? 1);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
