import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { connectDuck } from '../../dump/support/connect-duck.ts';

/** The names and contents of all files of a copy, without any compression. */
export async function readCopy(path: string): Promise<string> {
  const isFolder = statSync(path).isDirectory();
  const names = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  const texts = [...names];
  for (const file of isFolder ? names.map((name) => join(path, name)) : [path]) {
    if (file.endsWith('.parquet')) {
      texts.push(await readParquet(file));
    } else if (statSync(file).isFile()) {
      const bytes = readFileSync(file);
      texts.push(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes).toString() : bytes.toString());
    }
  }
  return texts.join('\n');
}

async function readParquet(file: string): Promise<string> {
  const duck = await connectDuck();
  const rows = await duck.runAndReadAll(`SELECT to_json(one)::VARCHAR FROM '${file}' AS one`);
  return rows
    .getRows()
    .map(([row]) => String(row))
    .join('\n');
}
