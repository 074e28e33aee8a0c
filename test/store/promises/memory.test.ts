import { rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { JsonValue } from '../../../src/base/json.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { openStoreWriter } from '../../../src/store/store-writer.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { batchOf } from '../support/archive-text.ts';
import { keyOf, MemoryModel, type ModelArchive, type ModelRecord } from '../support/memory-model.ts';
import { factsOf } from '../support/write-store.ts';

const RUNS = IS_LONG ? 400 : 8;

const REPOS = ['acme/app', 'acme/site', 'zoo/ape'];
const HOSTS = ['https://service.example', 'https://ghes.example'];

/** All records that can occur; `project` has no table of its own, and attachments are on another host. */
const NAMES = HOSTS.flatMap((host, at) => [
  ...REPOS.slice(0, at === 0 ? 3 : 1).flatMap((repo) => [
    { kind: 'repository', url: `${host}/${repo}`, host, repo },
    ...[1, 2].map((number) => ({ kind: 'issue', url: `${host}/${repo}/issues/${number}`, host, repo })),
    { kind: 'release', url: `${host}/${repo}/releases/tag/v1`, host, repo },
    { kind: 'project', url: `${host}/${repo}/projects/1`, host, repo },
    { kind: 'attachment', url: `https://images.example/${at}/${repo.replace('/', '-')}.png`, host, repo },
  ]),
  { kind: 'user', url: `${host}/mira`, host, repo: undefined },
]);

const anyRecord: fc.Arbitrary<ModelRecord> = fc
  .tuple(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 3 }))
  .map(([name, version]) => ({ ...name, version }));

const anyArchive: fc.Arbitrary<ModelArchive> = fc.record({
  takenAt: fc.integer({ min: 1, max: 9 }).map((day) => `2026-01-0${day}T00:00:00Z`),
  order: fc.constantFrom('newest', 'newest', 'history', 'any'),
  records: fc.array(anyRecord, { maxLength: 14 }),
  rejected: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(anyRecord, { maxLength: 3 }).map((all) => all.filter(isRejectable)) },
  ),
  unreadable: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(['issue', 'project', 'user'], { minLength: 1 }) },
  ),
  claim: fc.constantFrom('request', 'request', 'request', 'account', 'nothing', 'store'),
  emptyFiles: fc.subarray(['issue', 'release', 'project', 'user']),
  scope: fc.option(fc.record({ repositories: fc.subarray(REPOS), excludeReleases: fc.boolean() }), {
    nil: undefined,
  }),
});

/** Records of other kinds have no key when they are rejected. */
function isRejectable({ kind }: ModelRecord): boolean {
  return kind !== 'project';
}

function jsonOf({ kind, url, host, repo, version }: ModelRecord): object {
  return {
    type: kind,
    url,
    ...(kind === 'attachment' ? { issue: `${host}/${repo}/issues/1` } : {}),
    labels: Array.from({ length: version }, (_, label) => `l${label}`),
    title: `v${version}`,
  };
}

function scopeOf({ claim, scope }: ModelArchive): JsonValue | undefined {
  return claim === 'nothing' ? { ...scope, salvaged: 'it was cut' } : scope && { ...scope };
}

async function load(path: string, archive: ModelArchive): Promise<number | 'refused'> {
  const { takenAt, order, records, rejected, unreadable, claim, emptyFiles } = archive;
  const writer = await openStoreWriter(path, {
    clock: createDrivenClock(0),
    order,
    claim: claim === 'nothing' ? 'request' : claim,
  });
  try {
    for (const kind of emptyFiles) {
      writer.noteKind(kind);
    }
    for (const record of records) {
      writer.insertBatch(batchOf(record.kind, [jsonOf(record)]));
    }
    for (const [index, record] of rejected.entries()) {
      const source = Buffer.from(JSON.stringify({ ...jsonOf(record), title: 7 }));
      const kind = record.kind;
      writer.insertBatch({ ...batchOf(kind, []), rejected: [{ index, source, findings: [] }] });
    }
    for (const kind of unreadable) {
      const source = Buffer.from('{"type": ');
      writer.insertBatch({ ...batchOf(kind, []), rejected: [{ index: 0, source, findings: [] }] });
    }
    return (await writer.finish({ ...factsOf('a'), takenAt, scope: scopeOf(archive) })).snapshotId;
  } catch (error) {
    await writer.abandon();
    expect(error).toMatchObject({ code: 'out-of-order' });
    return 'refused';
  }
}

function linesOf(records: Iterable<{ readonly kind: string; readonly json: string }>): readonly string[] {
  return [...records].map(({ kind, json }) => `${kind} ${json}`).sort();
}

function expectSame(store: Store, model: MemoryModel): void {
  const ids = model.snapshotIds();
  expect(store.snapshots().map(({ id }) => id)).toEqual(ids);
  const expected = (id: number) =>
    linesOf(
      [...model.stateAt(id).values()].map((record) => ({
        kind: record.kind,
        json: JSON.stringify(jsonOf(record)),
      })),
    );
  for (const id of ids) {
    expect(linesOf(store.recordsAt(id)), `snapshot ${id}`).toEqual(expected(id));
  }
  expect(linesOf(store.records())).toEqual(expected(ids.at(-1) ?? 0));
  for (const key of model.keys()) {
    const [kind = '', url = ''] = key.split(' ');
    const versions = store.history(url).map(({ change, from, until, json }) => ({
      change,
      from,
      until,
      version: json === undefined ? undefined : Number(JSON.parse(json).title.slice(1)),
    }));
    expect(versions, `${kind} ${url}`).toEqual(model.history(key));
  }
  expectDifferences(store, model);
}

function expectDifferences(store: Store, model: MemoryModel): void {
  for (const from of model.snapshotIds()) {
    for (const to of model.snapshotIds()) {
      const [before, after] = [model.stateAt(from), model.stateAt(to)];
      const keys = new Set([...before.keys(), ...after.keys()]);
      const differing = [...keys].filter((key) => before.get(key)?.version !== after.get(key)?.version);
      const found = [...store.differences(from, to)].map(({ kind, url = '' }) => keyOf({ kind, url }));
      expect(found.sort(), `${from} to ${to}`).toEqual(differing.sort());
    }
  }
}

describe('a store', () => {
  it('remembers every archive that was loaded, in any order', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await fc.assert(
      fc.asyncProperty(fc.array(anyArchive, { minLength: 1, maxLength: 7 }), async (archives) => {
        rmSync(path, { force: true });
        const model = new MemoryModel();
        for (const archive of archives) {
          expect(await load(path, archive)).toEqual(model.load(archive));
          if (model.snapshotIds().length === 0) {
            continue;
          }
          const store = openStore(path);
          try {
            expectSame(store, model);
          } finally {
            store.close();
          }
        }
        expectSound(path, model);
      }),
      { numRuns: RUNS },
    );
  });
});

function expectSound(path: string, model: MemoryModel): void {
  if (model.snapshotIds().length === 0) {
    return;
  }
  const db = new SqliteDatabase(path);
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
  } finally {
    db.close();
  }
}
