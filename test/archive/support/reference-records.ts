import { Readable } from 'node:stream';
import { streamArray } from 'stream-json/streamers/stream-array.js';

/** The values of a JSON array as parsed by `stream-json`, the reference for Satchel's own splitter. */
export async function referenceRecords(bytes: Buffer): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  const items: AsyncIterable<{ readonly value: unknown }> = Readable.from([bytes]).pipe(
    streamArray.withParserAsStream(),
  );
  for await (const { value } of items) {
    values.push(value);
  }
  return values;
}
