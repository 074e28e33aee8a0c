import { join } from 'node:path';
import { list } from 'tar';
import { SEARCH_LIMITS, type SearchLimits } from '../../../src/search/search-plan.ts';
import { searchStore } from '../../../src/search/search-store.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { afterwards, temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT } from '../../house/samples.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';

/** The current time of searches in tests. */
export const NOW_MS = Date.UTC(2026, 5, 1, 12);

export type RawRecord = Readonly<Record<string, unknown>>;

export interface SampleStore {
  readonly store: Store;
  readonly records: readonly RawRecord[];
  /** The results of a search as short names, sorted. */
  search(text: string, limits?: SearchLimits): readonly string[];
}

export async function openSampleStore(more: readonly RawRecord[] = []): Promise<SampleStore> {
  const records = [...(await readSample()), ...more];
  const path = join(temporaryFolder(), 'sample.db');
  const kinds = [...new Set(records.map((record) => String(record['type'])))];
  await writeStore(
    path,
    kinds.map((kind) =>
      batchOf(
        kind,
        records.filter((record) => record['type'] === kind),
      ),
    ),
  );
  const store = openStore(path);
  afterwards(() => store.close());
  return {
    store,
    records,
    search: (text, limits = SEARCH_LIMITS) =>
      searchStore(store.db, text, { limit: 1_000, nowMs: NOW_MS, limits })
        .results.map(({ url }) => shortName(url))
        .sort(),
  };
}

/** A short name for a URL: `tidewatch#3` for a thread, or else its end. */
export function shortName(url: string): string {
  return url
    .replace(/^https:\/\/service\.example\/[^/]+\//, '')
    .replace(/\/(?:issues|pull|discussions)\//, '#')
    .replace(/\/commit\/(.{7}).*/, '@$1');
}

async function readSample(): Promise<readonly RawRecord[]> {
  const files: Promise<readonly RawRecord[]>[] = [];
  await list({
    file: CURRENT,
    onReadEntry(entry) {
      if (/_\d{6}\.json$/.test(entry.path)) {
        files.push(entry.concat().then((bytes) => JSON.parse(bytes.toString())));
      } else {
        entry.resume();
      }
    },
  });
  return (await Promise.all(files)).flat();
}
