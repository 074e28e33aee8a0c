import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readArchive, recordsOf } from '../../../src/library/archive.ts';
import { createClient } from '../../../src/library/client.ts';
import { startSandbox } from '../../../src/library/sandbox.ts';
import { loadArchive, openStore } from '../../../src/library/store.ts';
import { openVault } from '../../../src/library/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT } from '../../house/samples.ts';

type List = (signal: AbortSignal) => Iterable<unknown> | AsyncIterable<unknown>;

/** How many items a loop gets whose body aborts at the first, and what it throws. */
async function abortAtFirst(list: List) {
  const controller = new AbortController();
  let items = 0;
  try {
    const found = list(controller.signal);
    // `for await` would read rows in a process of their own.
    if (Symbol.asyncIterator in found) {
      for await (const _ of found) {
        items += 1;
        controller.abort(new Error('enough'));
      }
    } else {
      for (const _ of found) {
        items += 1;
        controller.abort(new Error('enough'));
      }
    }
  } catch (error) {
    return [items, String(error)];
  }
  return [items, 'went on to the end'];
}

const STOPPED = [1, 'Error: enough'];

describe('a loop whose body aborts its signal gets no other item', () => {
  it('of an archive, a store or a vault', async () => {
    const folder = temporaryFolder();
    await loadArchive(CURRENT, { store: join(folder, 'work.db'), keepsGit: false });
    using store = openStore(join(folder, 'work.db'));
    const vault = await openVault(join(folder, 'vault'), { create: true });
    await vault.import([CURRENT]);
    const sql = 'VALUES (1), (2), (3)';
    const inOneProcess =
      (list: List): List =>
      (signal) => ({ [Symbol.iterator]: () => (list(signal) as Iterable<unknown>)[Symbol.iterator]() });
    const found: List = (signal) => store.searchAll('', { signal });
    const threads: List = (signal) => store.allThreads({ kind: 'issue', signal });
    expect([
      await abortAtFirst(found),
      await abortAtFirst(inOneProcess(found)),
      await abortAtFirst(threads),
      await abortAtFirst(inOneProcess(threads)),
      await abortAtFirst((signal) => store.allReleases({ signal })),
      await abortAtFirst((signal) => store.allRepositories({ signal })),
    ]).toEqual(Array(6).fill(STOPPED));
    expect({
      events: await abortAtFirst((signal) => readArchive(CURRENT, { signal })),
      records: await abortAtFirst((signal) => recordsOf(CURRENT, 'issue', { signal })),
      rowsHere: await abortAtFirst(inOneProcess((signal) => store.query(sql, { signal }))),
      rowsApart: await abortAtFirst((signal) => store.query(sql, { signal })),
    }).toEqual({ events: STOPPED, records: STOPPED, rowsHere: STOPPED, rowsApart: STOPPED });
  });

  it('of the service, by the signal of the call and by that of the client', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const { baseUrl, token } = sandbox;
    const lists = (client: ReturnType<typeof createClient>, signal?: AbortSignal): readonly List[] => [
      () => client.repositories.listFor({ type: 'user' }, 'owned', { signal }),
      () => client.list('/user/repos', {}, { signal }),
      () => client.events.list({ feed: 'public' }, { signal }),
      () => client.notifications.list({}, { signal }),
    ];
    for (const index of lists(createClient({ baseUrl, token })).keys()) {
      await using client = createClient({ baseUrl, token });
      expect(await abortAtFirst((signal) => lists(client, signal)[index]?.(signal) ?? [])).toEqual(STOPPED);
      const ofClient: List = (signal) =>
        lists(createClient({ baseUrl, token, signal }))[index]?.(signal) ?? [];
      expect(await abortAtFirst(ofClient)).toEqual(STOPPED);
    }
  });
});
