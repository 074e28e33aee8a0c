import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecentValues } from '../../base/recent-values.ts';
import { openWorkplace } from '../../base/workplace.ts';
import type { OlderReader } from '../sources.ts';
import type { Library } from './open-library.ts';
import { prefixLinks, TO_NEWEST } from './prefix-links.ts';

interface OlderReaderOptions {
  readonly library: Library;
  /** Opens the restored store at a path. */
  open(path: string): Library;
  /** Creates the handler of a library's pages. */
  answering(library: Library): (request: Request) => Promise<Response>;
}

/** The number of snapshots that stay restored, each of which is a copy of the store. */
const MAX_RESTORED = 2;

interface Restored {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Creates the reader of older snapshots. Each is restored into a private folder when it is first asked for. */
export function createOlderReader(options: OlderReaderOptions): OlderReader {
  const { library } = options;
  const restored = new RecentValues<Promise<Restored>>({
    maxWeight: MAX_RESTORED,
    onForget: (older) => void closeLater(older),
  });
  const find = (snapshotId: number) => {
    const { store } = library.current();
    const key = `${store.identity} ${snapshotId}`;
    const known = restored.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = restore(options, snapshotId);
    restored.set(key, made);
    made.catch(() => restored.delete(key));
    return made;
  };
  return {
    async answer({ snapshot, prefix, request }) {
      const older = await find(snapshot.id);
      const url = new URL(request.url);
      url.pathname = url.pathname.slice(prefix.length) || '/';
      return await prefixLinks(await older.answer(new Request(url, request)), { prefix, except: TO_NEWEST });
    },
    async close() {
      await Promise.all(restored.values().map(closeLater));
    },
  };
}

async function closeLater(older: Promise<Restored>): Promise<void> {
  await (await older.catch(() => undefined))?.close();
}

async function restore(
  { library, open, answering }: OlderReaderOptions,
  snapshotId: number,
): Promise<Restored> {
  const workplace = await openWorkplace(tmpdir(), 'satchel-snapshot-');
  try {
    const path = join(workplace.path, 'store.db');
    const { store, hold } = library.current();
    await store.restoreSnapshot(snapshotId, path).finally(hold());
    const older = open(path);
    const answer = answering(older);
    const answers = new Set<Promise<Response>>();
    return {
      async answer(request) {
        const response = answer(request);
        answers.add(response);
        return await response.finally(() => answers.delete(response));
      },
      async close() {
        await Promise.allSettled(answers); // Of requests that came before another snapshot took its place.
        older.close();
        await workplace.close();
      },
    };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}
