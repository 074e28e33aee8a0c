import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { searchStore } from '../../../src/search/search-store.ts';
import { openStore } from '../../../src/store/store.ts';
import { openStoreWriter } from '../../../src/store/store-writer.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { factsOf, LOADED_AT_MS, writeStore } from '../support/write-store.ts';

const ISSUES = 300;

const ALL = Array.from({ length: ISSUES }, (_, number) => number);

function issues(edit: (number: number) => object = () => ({}), numbers: readonly number[] = ALL) {
  return batchOf(
    'issue',
    numbers.map((number) => ({
      type: 'issue',
      url: `https://service.example/acme/app/issues/${number}`,
      repository: 'https://service.example/acme/app',
      title: `Heron ${number}`,
      body: 'tern '.repeat(100),
      ...edit(number),
    })),
  );
}

/** Some records have changed, others are new, and two occur twice: one changes again, the other reverts. */
const NEWER = [
  issues((number) => (number % 50 === 7 ? { title: `Egret ${number}` } : {})),
  batchOf('issue', [
    { type: 'issue', url: 'https://service.example/acme/app/issues/900', title: 'Late egret' },
  ]),
  batchOf('project', [{ type: 'project', url: 'https://service.example/acme/app/projects/1', name: 'Plan' }]),
  issues((number) => (number === 7 ? { title: 'Last' } : {}), [7, 57]),
];

async function openOld(): Promise<string> {
  const path = join(temporaryFolder(), 'a.db');
  await writeStore(path, [issues()]);
  return path;
}

const fileOf = (path: string) => statSync(path).ino;

/** The rows of all tables and the results of searches; fails if SQLite finds damage. */
async function contentOf(path: string): Promise<unknown> {
  const store = openStore(path);
  try {
    const ask = (sql: string) => [...store.query(sql).rows];
    expect(ask('SELECT * FROM pragma_integrity_check')).toEqual([['ok']]);
    const tables = store.tables().filter(({ kind }) => kind === 'table');
    const search = (text: string) => searchStore(store.db, text, { nowMs: 0, limit: 1_000 });
    return [
      tables.map(({ name }) => [
        name,
        ask(`SELECT * FROM ${name}`)
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
      search('heron'),
      search('egret'),
      search('last'),
    ];
  } finally {
    store.close();
  }
}

function issuesIn(path: string): readonly unknown[] {
  const store = openStore(path);
  try {
    return [...store.query('SELECT number, title, body FROM issues ORDER BY url').rows];
  } finally {
    store.close();
  }
}

describe('a merge', () => {
  it('writes into the store itself and leaves no other files', async () => {
    const path = await openOld();
    const file = fileOf(path);
    const { changes } = await writeStore(path, NEWER, factsOf('b.tar.gz'));
    expect(changes['issue']).toMatchObject({ added: 1, changed: 5, unchanged: ISSUES - 5 });
    expect(fileOf(path)).toBe(file);
    expect(readdirSync(dirname(path))).toEqual(['a.db']);
  });

  it('replaces a store that is being read by a copy; its readers keep the old one', async () => {
    const path = await openOld();
    const [old, file] = [await contentOf(path), fileOf(path)];
    const other = join(temporaryFolder(), 'other.db');
    copyFileSync(path, other);
    const reader = openStore(path);
    onTestFinished(() => reader.close());
    await writeStore(path, NEWER, factsOf('b.tar.gz'));
    expect(fileOf(path)).not.toBe(file);
    expect(reader.snapshots()).toHaveLength(1);
    await writeStore(other, NEWER, factsOf('b.tar.gz'));
    expect(await contentOf(path)).toEqual(await contentOf(other));
    expect(await contentOf(path)).not.toEqual(old);
    expect(readdirSync(dirname(path))).toEqual(['a.db']);
  });

  it('writes a copy if most of the store changes, with the same result', async () => {
    const path = await openOld();
    const file = fileOf(path);
    const long = issues(() => ({ body: 'stork '.repeat(20_000) }));
    await writeStore(path, [long, ...NEWER], factsOf('b.tar.gz'));
    expect(fileOf(path)).not.toBe(file);
    const other = await openOld();
    await writeStore(other, NEWER, factsOf('b.tar.gz'));
    expect(issuesIn(path)).toEqual(issuesIn(other));
    expect(readdirSync(dirname(path))).toEqual(['a.db']);
  });

  it('takes records that were found before it began a copy', async () => {
    const [path, other] = [await openOld(), await openOld()];
    const long = issues((number) => (number < 200 ? { body: `stork ${number} `.repeat(10_000) } : {}));
    const writer = await openStoreWriter(path, { clock: createDrivenClock(LOADED_AT_MS) });
    const found = long.records.map((record) => ({
      ...record,
      knownId: writer.findKnown?.('issue', record.source),
    }));
    expect(found.filter(({ knownId }) => knownId !== undefined)).toHaveLength(ISSUES - 200);
    const [left, right] = [found.slice(0, 250), found.slice(250)];
    writer.insertBatch({ ...long, records: left });
    expect(writer.findKnown?.('issue', right[0]?.source ?? Buffer.of())).toBeUndefined();
    writer.insertBatch({ ...long, records: right });
    const { changes, counts } = await writer.finish(factsOf('b.tar.gz'));
    expect(changes['issue']).toMatchObject({ added: 0, changed: 200, unchanged: ISSUES - 200 });
    expect(counts).toEqual({ issue: ISSUES });
    await writeStore(other, [long], factsOf('b.tar.gz'));
    expect(issuesIn(path)).toEqual(issuesIn(other));
  });
});
