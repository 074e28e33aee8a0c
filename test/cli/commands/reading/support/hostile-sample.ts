import { join } from 'node:path';
import { openStore } from '../../../../../src/store/index.ts';
import { batchOf } from '../../../../store/support/archive-text.ts';
import { writeStore } from '../../../../store/support/write-store.ts';
import { poisonRecord } from '../../../support/hostile-texts.ts';

/** Copies a store with hostile text in all titles, bodies, names, paths, logins and labels. Returns the copy's path. */
export async function writeHostileSample(sampleDb: string, directory: string): Promise<string> {
  const path = join(directory, 'hostile.db');
  const store = openStore(sampleDb);
  const kinds = new Map<string, object[]>();
  for (const { kind, json } of store.records()) {
    kinds.set(kind, [...(kinds.get(kind) ?? []), poisonRecord(JSON.parse(json)) as object]);
  }
  store.close();
  await writeStore(
    path,
    [...kinds].map(([kind, records]) => batchOf(kind, records)),
  );
  return path;
}
