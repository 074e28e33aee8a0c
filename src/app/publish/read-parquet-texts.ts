import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { Sought } from './open-texts.ts';

/** Reads the rows of a table in Parquet as lines of JSON, one row group after another. */
export async function readParquetTexts(path: string, sought: Sought, signal: AbortSignal): Promise<void> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows: rowCount } of metadata.row_groups) {
    signal.throwIfAborted();
    const rowEnd = rowStart + Number(rowCount);
    for (const row of await parquetReadObjects({ file, metadata, rowStart, rowEnd })) {
      sought.push(Buffer.from(`${JSON.stringify(row, writable)}\n`));
    }
    rowStart = rowEnd;
  }
  sought.end();
}

function writable(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
