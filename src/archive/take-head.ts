import { HEAD_BYTES } from './judge-head.ts';

/** The beginning of a stream, as much as is looked at. */
export interface StreamHead {
  readonly head: Buffer;
  /** True where nothing follows. */
  readonly isAll: boolean;
}

/** Takes the head off a stream. */
export async function takeHead(chunks: AsyncGenerator<Buffer, void>): Promise<StreamHead> {
  const first: Buffer[] = [];
  let firstBytes = 0;
  while (firstBytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) {
      return { head: Buffer.concat(first), isAll: true };
    }
    first.push(next.value);
    firstBytes += next.value.length;
  }
  return { head: Buffer.concat(first), isAll: false };
}

/** A stream with its head before it again. */
export async function* joined(
  head: Buffer,
  rest: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer, void> {
  if (head.length > 0) {
    yield head;
  }
  yield* rest;
}
