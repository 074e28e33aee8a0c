import { createHash } from 'node:crypto';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { openStoreWriter } from '../../../src/store/store-writer.ts';
import { batchOf } from './archive-text.ts';
import { NAMED_OTHERWISE } from './named-otherwise.table.ts';
import { TELLING_PLACES, type TellingPlace, tellingRecords } from './telling-records.ts';
import { factsOf, LOADED_AT_MS } from './write-store.ts';

/** Writes a store of telling records, and notes that their files and repositories are kept. Returns the records. */
export async function writeTellingStore(
  path: string,
  places: readonly TellingPlace[] = Object.values(TELLING_PLACES),
): Promise<readonly JsonObject[]> {
  const records: JsonObject[] = [];
  const writer = await openStoreWriter(path, { clock: createDrivenClock(LOADED_AT_MS) });
  for (const place of places) {
    for (const [kind, own] of tellingRecords(place)) {
      writer.insertBatch({ ...batchOf(kind, own), entryName: `${place.repo} ${kind}` });
      records.push(...own);
    }
    const entryName = `repositories/${place.repo}.git`;
    const folder = `${createHash('md5').update(place.repo).digest('hex')}.git`;
    writer.files.addRepository({
      entryName,
      folder,
      repo: place.repo,
      isWiki: false,
      objectFormat: 'sha1',
      sizeBytes: 5_000,
    });
  }
  for (const [, entryName = ''] of JSON.stringify(records).matchAll(/tarball:\/\/root\/([^"]+)/g)) {
    const sha256 = createHash('sha256').update(entryName).digest('hex');
    writer.files.addFile({ entryName, content: 'attachment', sha256, sizeBytes: 4_000 });
  }
  await writer.finish(factsOf('telling.tar.gz'));
  return records;
}

export function rowsOf(store: Store, sql: string): readonly Readonly<Record<string, unknown>>[] {
  const { columns, rows } = store.query(sql);
  return [...rows].map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}

/** Where each value of a store is from, `issues.title`, if only one column has it. */
export function originsOf(path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string | undefined>();
  const store = openStore(path);
  for (const { name: table } of store.tables().filter(({ kind }) => kind === 'table')) {
    for (const row of rowsOf(store, `SELECT * FROM ${table}`)) {
      for (const [column, value] of Object.entries(row)) {
        if (isTelling(value)) {
          const origin = `${table}.${column}`;
          const key = String(value);
          found.set(key, found.has(key) && found.get(key) !== origin ? undefined : origin);
        }
      }
    }
  }
  store.close();
  return new Map([...found].flatMap(([value, origin]) => (origin === undefined ? [] : [[value, origin]])));
}

/** Small numbers and short words are anywhere. */
function isTelling(value: unknown): value is string | number {
  return typeof value === 'string' ? value.length > 12 : typeof value === 'number' && value > 1_000;
}

/** The members of an answer that are named after another column than they are from, without those that have a reason. */
export function misnamedIn(answer: unknown, origins: ReadonlyMap<string, string>): readonly string[] {
  return namedOtherwiseIn(answer, origins).filter((found) => !(found in NAMED_OTHERWISE));
}

/** The members of an answer whose names are not those of the columns that they are from: `title ← issues.body`. */
export function namedOtherwiseIn(answer: unknown, origins: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set(namedOtherwise(answer, '', origins))].sort();
}

function namedOtherwise(
  value: unknown,
  name: string,
  origins: ReadonlyMap<string, string>,
): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => namedOtherwise(item, name, origins));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => namedOtherwise(member, key, origins));
  }
  const origin = origins.get(String(value));
  const column = origin?.slice(origin.indexOf('.') + 1);
  return column === undefined || inOneWord(column) === inOneWord(name)
    ? []
    : [`${inOneWord(name)} ← ${origin}`];
}

/** The same for `created_at` and `createdAt`. */
function inOneWord(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
