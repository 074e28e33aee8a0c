import { rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { JsonValue } from '../../../src/base/json.ts';
import { searchStore } from '../../../src/search/search-store.ts';
import type { ArchiveClaim } from '../../../src/store/snapshot.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { openStoreWriter } from '../../../src/store/store-writer.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { batchOf } from '../support/archive-text.ts';
import { factsOf } from '../support/write-store.ts';

const RUNS = IS_LONG ? 200 : 4;

const HOST = 'https://service.example';
const REPOS = ['acme/app', 'acme/site', 'zoo/ape'];

interface Name {
  readonly kind: string;
  readonly url: string;
  readonly repo: string;
  readonly fields: (version: number) => object;
}

const dayOf = (day: number) => `2025-01-${String(day).padStart(2, '0')}T00:00:00Z`;

/** All records that an archive of one repository can contain; `project` has no table of its own. */
function namesOf(repo: string): readonly Name[] {
  const at = (path: string) => `${HOST}/${repo}${path}`;
  const issue = at('/issues/1');
  const pull = at('/pull/2');
  const below = { user: `${HOST}/mira`, body: 'tern' };
  const names: readonly Omit<Name, 'repo'>[] = [
    { kind: 'repository', url: at(''), fields: (version) => ({ description: `d${version}` }) },
    {
      kind: 'issue',
      url: issue,
      fields: (version) => ({
        title: `heron v${version}`,
        labels: version === 1 ? [] : [at(`/labels/l${version}`)],
        closed_at: version === 3 ? dayOf(9) : null,
        created_at: dayOf(1),
        updated_at: dayOf(9 + version),
      }),
    },
    {
      kind: 'pull_request',
      url: pull,
      fields: (version) => ({
        title: `heron pull v${version}`,
        created_at: dayOf(2),
        closed_at: version === 3 ? dayOf(8) : null,
        merged_at: version === 3 ? dayOf(8) : null,
      }),
    },
    ...[issue, pull].map((thread) => ({
      kind: 'issue_comment',
      url: `${thread}#issuecomment-1`,
      fields: (version: number) => ({
        ...below,
        [thread === issue ? 'issue' : 'pull_request']: thread,
        body: `tern v${version}`,
        created_at: dayOf(10 + version),
      }),
    })),
    {
      kind: 'issue_event',
      url: `${pull}#event-1`,
      fields: (version) => ({ pull_request: pull, event: 'renamed', created_at: dayOf(4 + 6 * version) }),
    },
    {
      kind: 'pull_request_review',
      url: `${pull}/files#pullrequestreview-1`,
      fields: (version) => ({ ...below, pull_request: pull, submitted_at: dayOf(6 + 5 * version), state: 1 }),
    },
    { kind: 'release', url: at('/releases/tag/v1'), fields: (version) => ({ name: `r${version}` }) },
    { kind: 'project', url: at('/projects/1'), fields: (version) => ({ name: `p${version}` }) },
  ];
  return names.map((name) => ({ ...name, repo }));
}

const NAMES = REPOS.flatMap(namesOf);

interface Archive {
  /** `place` is an index into all names; records that are not listed are absent. */
  readonly records: readonly { readonly place: number; readonly version: number }[];
  /** Records without a url, identified by their text. */
  readonly notes: readonly string[];
  readonly emptyFiles: readonly string[];
  /** Versions of files by place, 0 for those that are absent. */
  readonly files: readonly number[];
  /** `nothing`: the archive was damaged and could only be read in part. */
  readonly claim: ArchiveClaim | 'nothing';
  readonly scope: { readonly repositories: readonly string[]; readonly excludeReleases: boolean } | undefined;
}

const NO_RECORDS = { records: [], emptyFiles: [], files: [], scope: undefined } as const;

const anyArchive: fc.Arbitrary<Archive> = fc
  .record({
    repos: fc.subarray(REPOS, { minLength: 1 }),
    missingKinds: fc.subarray([
      'issue_comment',
      'issue_event',
      'release',
      'project',
      'pull_request',
      'repository',
    ]),
    places: fc.subarray(NAMES.map((_, place) => place)),
    versions: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: NAMES.length, maxLength: NAMES.length }),
    notes: fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
    emptyFiles: fc.subarray(['issue', 'release', 'project', 'issue_comment']),
    files: fc.array(fc.constantFrom(0, 1, 1, 2), { maxLength: 4 }),
    claim: fc.constantFrom('request', 'request', 'request', 'account', 'nothing', 'store'),
    scope: fc.option(fc.record({ repositories: fc.subarray(REPOS), excludeReleases: fc.boolean() }), {
      nil: undefined,
      freq: 1,
    }),
  })
  .map(({ repos, missingKinds, places, versions, ...rest }) => ({
    ...rest,
    records: places
      .filter((place) => {
        const { kind, repo } = NAMES[place] ?? { kind: '', repo: '' };
        return repos.includes(repo) && !missingKinds.includes(kind);
      })
      .map((place) => ({ place, version: versions[place] ?? 1 })),
  }));

const anySeries = fc.array(anyArchive, { minLength: 2, maxLength: 5 }).chain((archives) =>
  fc.record({
    archives: fc.constant(archives),
    order: fc.shuffledSubarray(
      archives.map((_, age) => age),
      { minLength: archives.length },
    ),
  }),
);

function scopeOf({ claim, scope }: Archive): JsonValue | undefined {
  return claim === 'nothing' ? { ...scope, salvaged: 'it was cut' } : scope && { ...scope };
}

async function load(path: string, archive: Archive, age: number): Promise<void> {
  const takenAt = (day: number) => `2026-01-0${day}T00:00:00Z`;
  const { records, notes, emptyFiles, files, claim } = archive;
  const open = async (order: 'newest' | 'history') => {
    const writer = await openStoreWriter(path, {
      clock: createDrivenClock(0),
      order,
      claim: claim === 'nothing' ? 'request' : claim,
    });
    try {
      for (const kind of emptyFiles) {
        writer.noteKind(kind);
      }
      for (const [place, version] of files.entries()) {
        const [entryName, sha256] = [`attachments/${place}`, `${place} ${version}`];
        if (version > 0) {
          writer.files.addFile({ entryName, content: 'attachment', sha256, sizeBytes: 1 });
        }
      }
      for (const { place, version } of records) {
        const { kind, url, fields } = NAMES[place] ?? { kind: '', url: '', fields: () => ({}) };
        writer.insertBatch(batchOf(kind, [{ type: kind, url, ...fields(version) }]));
      }
      writer.insertBatch(
        batchOf(
          'note',
          notes.map((text) => ({ type: 'note', text, repository: `${HOST}/acme/app` })),
        ),
      );
      await writer.finish({
        ...factsOf(`${age}.tar.gz`),
        takenAt: takenAt(age + 1),
        scope: scopeOf(archive),
      });
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  };
  await open('newest').catch(async (error) => {
    expect(error).toMatchObject({ code: 'out-of-order' });
    await open('history');
  });
}

async function loadAll(path: string, archives: readonly Archive[], order: readonly number[]): Promise<void> {
  rmSync(path, { force: true });
  for (const age of order) {
    await load(path, archives[age] ?? expect.fail(), age);
  }
}

/** The content of a store, apart from its internal ids. */
function tell(path: string): object {
  const store = openStore(path);
  try {
    const names = new Map(store.snapshots().map(({ id, archiveName }) => [id, archiveName]));
    const rows = (sql: string) => [...store.query(sql).rows];
    /** Results that sort equally are ordered by the store's internal ids. */
    const search = (text: string) => {
      const { results } = searchStore(store.db, text, { limit: 100, nowMs: 0 });
      const times = text.includes('sort:') ? results.map(({ updatedAt }) => updatedAt) : [];
      return [times, results.map(({ url, updatedAt }) => [url, updatedAt].join(' ')).toSorted()];
    };
    const change = ({ kind = '', url = '', change = '', before = '', after = '' }) =>
      [kind, url, change, before, after].join(' ');
    return {
      records: [...store.records()].map(({ kind, json }) => `${kind} ${json}`).sort(),
      threads: rows(
        'SELECT kind, url, repo, number, title, state, created_at, updated_at, closed_at FROM threads ORDER BY url',
      ),
      labels: rows(
        'SELECT url, name, position FROM issue_labels JOIN issues ON issues.id = issue_id ORDER BY 1, 3',
      ),
      files: rows(
        'SELECT position, entry_name, sha256 FROM snapshot_files JOIN snapshots ON id = snapshot_id ORDER BY 1, 2',
      ),
      sightings: rows('SELECT * FROM repository_sightings ORDER BY repo'),
      snapshots: store
        .snapshots()
        .map(({ archiveName, takenAt, counts }) => ({ archiveName, takenAt, counts })),
      changes: store.snapshots().map(({ id }) => [...store.changes(id)].map(change).sort()),
      states: store
        .snapshots()
        .map(({ id }) => [...store.recordsAt(id)].map(({ kind, json }) => `${kind} ${json}`).sort()),
      history: NAMES.map(({ url }) =>
        store.history(url).map(({ from, until, seenBefore, ...rest }) => ({
          ...rest,
          from: names.get(from),
          until: until === undefined ? undefined : names.get(until),
          seenBefore: seenBefore === undefined ? undefined : names.get(seenBefore),
        })),
      ),
      search: [
        'heron',
        'tern',
        'heron tern sort:updated',
        'is:open sort:updated',
        'is:merged',
        'label:l2',
      ].map(search),
    };
  } finally {
    store.close();
  }
}

/** The time of the latest activity in each pull request, computed from its records. */
function updatesOneByOne(store: Store): ReadonlyMap<string, string> {
  const records = [...store.records()].map(({ json }): Record<string, unknown> => JSON.parse(json));
  return new Map(
    records
      .filter(({ type }) => type === 'pull_request')
      .map(({ url, ...own }) => {
        const parts = records.filter((record) => record['pull_request'] === url);
        const times = [own, ...parts].flatMap((record) =>
          ['created_at', 'closed_at', 'merged_at', 'submitted_at', 'resolved_at'].map((key) => record[key]),
        );
        return [
          String(url),
          times
            .filter((time) => typeof time === 'string')
            .sort()
            .at(-1) ?? '',
        ];
      }),
  );
}

function expectUpdates(path: string): void {
  const store = openStore(path);
  try {
    const rows = [...store.query('SELECT url, updated_at FROM pull_requests').rows];
    expect(new Map(rows.map(([url, at]) => [String(url), String(at)]))).toEqual(updatesOneByOne(store));
    const countsIn = (table: string) => [
      ...store.query(`SELECT id, kind, comments FROM ${table} ORDER BY id`).rows,
    ];
    expect(countsIn('search_comment_counts')).toEqual(countsIn('comment_counts'));
  } finally {
    store.close();
  }
}

describe('a store', () => {
  it('is the same for any order of loading', async () => {
    const directory = temporaryFolder();
    const [inOrder, shuffled] = [join(directory, 'a.db'), join(directory, 'b.db')];
    await fc.assert(
      fc.asyncProperty(anySeries, async ({ archives, order }) => {
        await loadAll(inOrder, archives, order.toSorted());
        await loadAll(shuffled, archives, order);
        expect(tell(shuffled)).toEqual(tell(inOrder));
        expectUpdates(inOrder);
        expectUpdates(shuffled);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('is the same for any order of loading equal records without a url', async () => {
    const directory = temporaryFolder();
    const [inOrder, shuffled] = [join(directory, 'a.db'), join(directory, 'b.db')];
    const anySeriesOfNotes = fc
      .array(
        fc.record({
          notes: fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
          claim: fc.constantFrom('request', 'account', 'nothing', 'store'),
        }),
        { minLength: 3, maxLength: 6 },
      )
      .chain((archives) =>
        fc.tuple(
          fc.constant(archives.map((each): Archive => ({ ...NO_RECORDS, ...each }))),
          fc.shuffledSubarray([...archives.keys()], { minLength: archives.length }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(anySeriesOfNotes, async ([archives, order]) => {
        await loadAll(inOrder, archives, order.toSorted());
        await loadAll(shuffled, archives, order);
        expect(tell(shuffled)).toEqual(tell(inOrder));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it.each([
    {
      notes: ['', 'bb', 'b', 'b', ''],
      claims: ['store', 'store', 'store', 'request', 'store'],
      order: [1, 2, 0, 4, 3],
    },
    { notes: ['bba', 'b', 'b', 'a'], claims: ['account', 'store', 'nothing', 'store'], order: [3, 0, 2, 1] },
  ] as const)(
    'continues the same one of equal records without a url: $notes',
    async ({ notes, claims, order }) => {
      const directory = temporaryFolder();
      const [inOrder, shuffled] = [join(directory, 'a.db'), join(directory, 'b.db')];
      const archives = notes.map(
        (each, age): Archive => ({
          ...NO_RECORDS,
          notes: [...each],
          claim: claims[age] ?? 'store',
        }),
      );
      await loadAll(inOrder, archives, order.toSorted());
      await loadAll(shuffled, archives, order);
      expect(tell(shuffled)).toEqual(tell(inOrder));
    },
  );

  it('goes back to any of its snapshots', async () => {
    const directory = temporaryFolder();
    const [whole, part, restored] = [
      join(directory, 'a.db'),
      join(directory, 'b.db'),
      join(directory, 'c.db'),
    ];
    await fc.assert(
      fc.asyncProperty(anySeries, fc.nat(), async ({ archives, order }, chance) => {
        const age = chance % archives.length;
        await loadAll(whole, archives, order);
        await loadAll(
          part,
          archives.slice(0, age + 1),
          order.filter((other) => other <= age),
        );
        rmSync(restored, { force: true });
        const store = openStore(whole);
        store.restoreSnapshot(store.snapshots()[age]?.id ?? 0, restored);
        store.close();
        expect(tell(restored)).toEqual(tell(part));
        expectSoundIndex(restored);
      }),
      { numRuns: RUNS / 2, endOnFailure: true },
    );
  });
});

/** FTS5's own check of its index against the texts (sqlite.org/fts5.html). */
function expectSoundIndex(path: string): void {
  const db = new SqliteDatabase(path);
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.exec("INSERT INTO search_text (search_text, rank) VALUES ('integrity-check', 1)");
    db.exec("INSERT INTO search_title (search_title, rank) VALUES ('integrity-check', 1)");
  } finally {
    db.close();
  }
}
