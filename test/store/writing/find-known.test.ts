import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { FindKnown, RecordBatch } from '../../../src/model/records.ts';
import { openStoreWriter } from '../../../src/store/store-writer.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { writeStore } from '../support/write-store.ts';

const PLAIN = '{"type":"issue","url":"https://service.example/acme/app/issues/1","title":"Heron"}';
const SPACED = '{\n  "type": "issue",\n  "url": "https://service.example/acme/app/issues/5"\n}';
const LATE_KEY =
  '{"user":{"url":"https://service.example/a"},"url":"https://service.example/acme/app/issues/2"}';
const UNKNOWN_FIELD = '{"url":"https://service.example/acme/app/issues/3","mood":"calm"}';
const TWICE = '{"url":"https://service.example/acme/app/issues/4","title":"Hidden","title":"Heron"}';
const REPOSITORY = '{"type":"repository","url":"https://service.example/acme/app"}';
const LABEL = '{"type":"label","url":"https://service.example/acme/app/labels/a"}';

let path: string;

beforeEach(async () => {
  path = join(temporaryFolder(), 'a.db');
  await writeStore(path, [
    issuesOf(PLAIN, LATE_KEY, UNKNOWN_FIELD, TWICE, SPACED),
    batchOf('repository', [REPOSITORY]),
    batchOf('label', [LABEL]),
  ]);
});

/** The fourth one has a fault that was reported. */
function issuesOf(...texts: readonly string[]): RecordBatch {
  const batch = batchOf('issue', texts);
  return {
    ...batch,
    records: batch.records.map((record) => (record.index === 3 ? { ...record, hasFaults: true } : record)),
  };
}

async function openFindKnown(): Promise<(kind: string, text: string) => number | undefined> {
  const writer = await openStoreWriter(path, { clock: createDrivenClock(0) });
  onTestFinished(() => writer.abandon());
  const findKnown: FindKnown = writer.findKnown ?? (() => undefined);
  return (kind, text) => findKnown(kind, Buffer.from(text));
}

describe('the writer of a merge', () => {
  it('finds a record by its bytes', async () => {
    const find = await openFindKnown();
    expect([find('issue', PLAIN), find('issue', SPACED)]).toEqual([1, 5]);
  });

  it.each([
    ['changed', 'issue', PLAIN.replace('Heron', 'Egret')],
    ['of another kind', 'pull_request', PLAIN],
    ['whose key is not its first url', 'issue', LATE_KEY],
    ['with a field that its kind lacks', 'issue', UNKNOWN_FIELD],
    ['with a fault in its text', 'issue', TWICE],
    ['of a repository', 'repository', REPOSITORY],
    ['of a kind without a table', 'label', LABEL],
    ['without a key', 'issue', '{"title":"Heron"}'],
    ['whose key is not text', 'issue', '{"url":7,"title":"Heron"}'],
    ['cut off within its key', 'issue', '{"url":"https:'],
  ])('does not find a record %s', async (_, kind, text) => {
    const find = await openFindKnown();
    expect(find(kind, text)).toBeUndefined();
  });

  it('no longer looks for records of a kind after missing most of them', async () => {
    const find = await openFindKnown();
    const missMany = () => {
      for (let at = 0; at < 1_000; at += 1) {
        find('issue', PLAIN.replace('Heron', `Heron ${at}`));
      }
    };
    expect([find('issue', PLAIN), find('issue', SPACED)]).toEqual([1, 5]);
    missMany();
    expect(find('issue', PLAIN)).toBe(1);
    missMany();
    expect(find('issue', PLAIN)).toBeUndefined();
  });

  it('finds nothing if another version loaded the newest snapshot', async () => {
    const db = new SqliteDatabase(path);
    db.exec("UPDATE snapshots SET satchel_version = '0.0.1'");
    db.close();
    const find = await openFindKnown();
    expect(find('issue', PLAIN)).toBeUndefined();
  });

  it('finds nothing in a new store', async () => {
    const writer = await openStoreWriter(`${path}.new`, { clock: createDrivenClock(0) });
    onTestFinished(() => writer.abandon());
    expect(writer.findKnown).toBeUndefined();
  });
});
