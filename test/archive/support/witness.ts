import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { createInspection, type InspectReport } from '../../../src/archive/inspection.ts';
import type { ReadArchiveOptions } from '../../../src/archive/read-archive.ts';
import { createVerification, type VerifyReport } from '../../../src/archive/verification.ts';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { loadArchiveSource } from '../../../src/load/load-archive-source.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { makeTarGz, type TarPart } from './make-tar.ts';
import { collect, type ReadResult } from './read-bytes.ts';

/** The results of reading, inspecting and verifying one archive. */
export interface Witness extends ReadResult {
  readonly inspected: InspectReport;
  readonly verified: VerifyReport;
}

/** The content of an archive as read from a store. */
export interface LoadedArchive {
  /** The JSON text of each record, by URL. */
  readonly json: ReadonlyMap<string | undefined, string>;
  /** The value of each record, by URL. */
  readonly values: ReadonlyMap<string | undefined, JsonObject>;
  /** Returns the rows of a query. */
  rows(sql: string): readonly (readonly unknown[])[];
}

/** Reads, inspects and verifies the archive at a path. */
export async function witnessPath(path: string, options: Partial<ReadArchiveOptions> = {}): Promise<Witness> {
  const result = await collect({ ...options, source: await openArchiveSource(path) });
  const inspection = createInspection();
  const verification = createVerification();
  for (const event of result.events) {
    inspection.observe(event);
    verification.observe(event);
  }
  return { ...result, inspected: inspection.report(), verified: verification.report() };
}

export async function witness(
  archive: readonly TarPart[] | Uint8Array,
  options: Partial<ReadArchiveOptions> = {},
): Promise<Witness> {
  return witnessPath(write(archive), options);
}

/** Loads an archive into a new store, and returns its content. */
export async function load(
  archive: readonly TarPart[] | Uint8Array,
  options: Pick<ReadArchiveOptions, 'splitter'> = {},
): Promise<LoadedArchive> {
  const dbPath = join(temporaryFolder(), 'a.db');
  await loadArchiveSource({
    ...options,
    sources: [await openArchiveSource(write(archive))],
    dbPath,
    archive: { name: 'a.tar.gz' },
    clock: createDrivenClock(0),
  });
  const store = openStore(dbPath);
  onTestFinished(() => store.close());
  const json = new Map([...store.records()].map((record) => [record.url, record.json]));
  return {
    json,
    values: new Map([...json].map(([url, text]) => [url, JSON.parse(text)])),
    rows: (sql) => [...store.query(sql).rows],
  };
}

function write(archive: readonly TarPart[] | Uint8Array): string {
  const path = join(temporaryFolder(), 'a.tar.gz');
  writeFileSync(path, archive instanceof Uint8Array ? archive : makeTarGz(archive));
  return path;
}
