import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { anyRecord, type RecordText } from './support/arbitrary-records.ts';
import { batchOf, meaningOf } from './support/archive-text.ts';
import { factsOf, writeStore } from './support/write-store.ts';

const RUNS = IS_LONG ? 600 : 30;

/** The expected content of a store: of records with the same kind and url, the last one. */
function expectedOf(records: readonly RecordText[]): readonly string[] {
  const kept = new Map<string, string>();
  records.forEach(({ kind, json }, index) => {
    const { url }: { url: unknown } = JSON.parse(json);
    const isKey = typeof url === 'string' && url !== '' && !/\0|\p{Surrogate}/u.test(url);
    kept.set(`${kind} ${isKey ? url : index}`, `${kind} ${JSON.stringify(meaningOf(json))}`);
  });
  return [...kept.values()].sort();
}

describe('toRecord()', () => {
  it('restores every record as it was written, whatever its fields', async () => {
    const path = join(temporaryFolder(), 'any.db');
    const records = fc.array(anyRecord, { minLength: 10, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(records, fc.nat(60), async (texts, cut) => {
        rmSync(path, { force: true });
        const batches = texts.map(({ kind, json }, index) => ({
          ...batchOf(kind, [json]),
          entryName: `${kind}_${index}.json`,
        }));
        await writeStore(path, batches.slice(0, cut), factsOf('first.tar.gz'));
        await writeStore(path, batches, factsOf('second.tar.gz'));
        const store = openStore(path);
        const found = [...store.records()].map(
          ({ kind, json }) => `${kind} ${JSON.stringify(meaningOf(json))}`,
        );
        store.close();
        expect(found.sort()).toEqual(expectedOf(texts));
      }),
      { numRuns: RUNS },
    );
  });
});
