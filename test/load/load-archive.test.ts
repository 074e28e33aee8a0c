import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ArchiveEvent } from '../../src/archive/archive-event.ts';
import { createDrivenClock } from '../../src/base/clock.ts';
import { type LoadOptions, loadArchive } from '../../src/load/load-archive.ts';
import { createFinding } from '../../src/model/findings.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';

function temporaryPath(): string {
  const directory = temporaryFolder();
  return join(directory, 'a.db');
}

const END: ArchiveEvent = {
  type: 'end',
  container: { isWhole: true, packedBytes: 10, unpackedBytes: 40, entryCount: 2, sha256: 'ab' },
};

function entry(name: string, modifiedAtMs?: number): ArchiveEvent {
  return { type: 'entry', entry: { name, class: 'records', sizeBytes: 5, modifiedAtMs } };
}

function issues(...numbers: readonly number[]): ArchiveEvent {
  const records = numbers.map((number, index) => {
    const url = `https://service.example/acme/app/issues/${number}`;
    const source = Buffer.from(
      JSON.stringify({ type: 'issue', url, title: `Issue ${number}`, created_at: '2024-01-02T03:04:05Z' }),
    );
    return { index, value: JSON.parse(source.toString()), source };
  });
  return {
    type: 'records',
    batch: { kind: 'issue', entryName: 'issues_000001.json', records, rejected: [] },
  };
}

/** A milestone that was updated after the issues and is due even later. */
function milestone(updatedAt = '2025-02-03T04:05:06+01:00'): ArchiveEvent {
  const value = {
    type: 'milestone',
    url: 'https://service.example/acme/app/milestones/1',
    title: 'First',
    updated_at: updatedAt,
    due_on: '2031-01-01T00:00:00Z',
  };
  const records = [{ index: 0, value, source: Buffer.from(JSON.stringify(value)) }];
  return {
    type: 'records',
    batch: { kind: 'milestone', entryName: 'milestones_000001.json', records, rejected: [] },
  };
}

async function* stream(...events: readonly (ArchiveEvent | Error)[]): AsyncGenerator<ArchiveEvent> {
  for (const event of events) {
    if (event instanceof Error) {
      throw event;
    }
    yield event;
  }
}

function optionsFor(dbPath: string, ...events: readonly (ArchiveEvent | Error)[]): LoadOptions {
  return { dbPath, events: stream(...events), archive: { name: 'a.tar.gz' }, clock: createDrivenClock(0) };
}

function titlesIn(dbPath: string): readonly unknown[] {
  const store = openStore(dbPath);
  try {
    return [...store.query('SELECT title FROM issues ORDER BY number').rows].map(([title]) => title);
  } finally {
    store.close();
  }
}

describe('loadArchive()', () => {
  it('loads all batches and reports what is there', async () => {
    const dbPath = temporaryPath();
    const clock = createDrivenClock(5_000);
    const report = await loadArchive({
      ...optionsFor(dbPath, entry('issues_000001.json'), issues(1, 2), issues(3), END),
      clock,
      observe: () => clock.advance(10),
    });
    expect(report).toMatchObject({ dbPath, snapshotId: 1, isNew: true, counts: { issue: 3 }, rejected: 0 });
    expect(report.durationMs).toBe(40);
    expect(report.tables.find((table) => table.name === 'issues')?.rows).toBe(3);
    expect(titlesIn(dbPath)).toEqual(['Issue 1', 'Issue 2', 'Issue 3']);
  });

  it('counts no kind of which every record was rejected', async () => {
    const rejected = [{ index: 0, source: Buffer.from('{"title":7}'), findings: [] }];
    const batch = { kind: 'issue', entryName: 'issues_000001.json', records: [], rejected } as const;
    const report = await loadArchive(optionsFor(temporaryPath(), { type: 'records', batch }, END));
    expect([report.counts, report.rejected]).toEqual([{}, 1]);
  });

  it('shows every event to the observer and counts progress', async () => {
    const seen: string[] = [];
    const progress: number[] = [];
    const finding: ArchiveEvent = { type: 'finding', finding: createFinding('tar-end-missing', 'no end') };
    const document: ArchiveEvent = {
      type: 'document',
      entryName: 'schema.json',
      value: { version: '1.0.1' },
      source: '{"version":"1.0.1"}',
    };
    await loadArchive({
      ...optionsFor(temporaryPath(), entry('a'), issues(1), document, finding, issues(2, 3), END),
      observe: (event) => seen.push(event.type),
      onRecords: (count) => progress.push(count),
    });
    expect(seen).toEqual(['entry', 'records', 'document', 'finding', 'records', 'end']);
    expect(progress).toEqual([0, 1, 1, 1, 3, 3]);
  });

  it('says when everything was read, before the store is there', async () => {
    const dbPath = temporaryPath();
    const said: unknown[] = [];
    await loadArchive({
      ...optionsFor(dbPath, issues(1, 2), END),
      onRecords: (count) => said.push(count),
      onRead: () => said.push(existsSync(dbPath)),
    });
    expect(said).toEqual([2, 2, false]);
  });

  it('dates the snapshot by the given time, else the newest tar time, else the newest record', async () => {
    const noon = Date.UTC(2025, 5, 1, 12);
    const clock = createDrivenClock(noon);
    const dated = async (archive: LoadOptions['archive'], ...events: readonly ArchiveEvent[]) => {
      const dbPath = temporaryPath();
      await loadArchive({ ...optionsFor(dbPath, ...events, issues(1), END), archive, clock });
      const store = openStore(dbPath);
      const [snapshot] = store.snapshots();
      store.close();
      return snapshot?.takenAt;
    };
    const entries = [entry('a', noon), entry('b', noon - 1_000), entry('c')];
    expect(await dated({ name: 'a', takenAt: '2020-01-01T00:00:00Z' }, ...entries)).toBe(
      '2020-01-01T00:00:00Z',
    );
    expect(await dated({ name: 'a' }, ...entries)).toBe('2025-06-01T12:00:00Z');
    expect(await dated({ name: 'a' }, entry('c'), issues(2), ...entries)).toBe('2025-06-01T12:00:00Z');
    expect(await dated({ name: 'a' })).toBe('2024-01-02T03:04:05Z');
    expect(await dated({ name: 'a' }, milestone())).toBe('2025-02-03T03:05:06Z');
    expect(await dated({ name: 'a' }, milestone('9999-01-01T00:00:00Z'))).toBe('2024-01-02T03:04:05Z');
    expect(await dated({ name: 'a' }, entry('d', Date.UTC(2099)), ...entries)).toBe('2025-06-01T12:00:00Z');
  });

  it('keeps what is known of the archive', async () => {
    const dbPath = temporaryPath();
    const archive = { name: 'a.tar.gz', migrationId: 79, scope: { repositories: ['acme/app'] } };
    await loadArchive({ ...optionsFor(dbPath, issues(1), END), archive });
    const store = openStore(dbPath);
    expect(store.snapshots()[0]).toMatchObject({
      migrationId: 79,
      scope: archive.scope,
      archiveSha256: 'ab',
    });
    store.close();
  });

  it('changes nothing when the same archive is loaded again', async () => {
    const dbPath = temporaryPath();
    await loadArchive(optionsFor(dbPath, issues(1), END));
    const before = readFileSync(dbPath);
    expect(await loadArchive(optionsFor(dbPath, issues(1), END))).toMatchObject({
      isNew: false,
      snapshotId: 1,
    });
    expect(readFileSync(dbPath).equals(before)).toBe(true);
  });

  const abort = new AbortController();
  abort.abort(new Error('stopped by hand'));

  it.each<[string, string, (events: readonly (ArchiveEvent | Error)[]) => Partial<LoadOptions>]>([
    [
      'the stream fails',
      'broken pipe',
      (events) => ({ events: stream(...events, new Error('broken pipe')) }),
    ],
    ['the stream ends without a summary', 'Violated invariant', (events) => ({ events: stream(...events) })],
    [
      'the run is aborted',
      'stopped by hand',
      (events) => ({ events: stream(...events, END), signal: abort.signal }),
    ],
    [
      'the archive is refused at the end',
      'it is damaged',
      (events) => ({
        events: stream(...events, END),
        accept: async () => {
          throw new Error('it is damaged');
        },
      }),
    ],
    [
      'an observer fails',
      'seen enough',
      (events) => ({
        events: stream(...events, END),
        observe: () => {
          throw new Error('seen enough');
        },
      }),
    ],
  ])('leaves the old store byte for byte when %s', async (_, message, change) => {
    const dbPath = temporaryPath();
    await loadArchive(
      optionsFor(dbPath, issues(1), {
        ...END,
        container: { ...END.container, sha256: 'old' },
      } as ArchiveEvent),
    );
    const before = readFileSync(dbPath);
    const options = { ...optionsFor(dbPath), ...change([issues(1, 2), issues(3)]) };
    await expect(loadArchive(options)).rejects.toThrow(message);
    expect(readFileSync(dbPath).equals(before)).toBe(true);
    expect(readdirSync(join(dbPath, '..'))).toEqual(['a.db']);
  });

  it('leaves no store if there was none when it fails', async () => {
    const dbPath = temporaryPath();
    await expect(loadArchive(optionsFor(dbPath, issues(1), new Error('broken pipe')))).rejects.toThrow(
      'broken pipe',
    );
    expect(readdirSync(join(dbPath, '..'))).toEqual([]);
  });

  it('never changes a file that is not a store', async () => {
    const dbPath = temporaryPath();
    writeFileSync(dbPath, 'notes of mine');
    await expect(loadArchive(optionsFor(dbPath, issues(1), END))).rejects.toMatchObject({
      code: 'not-a-store',
    });
    expect(readFileSync(dbPath, 'utf8')).toBe('notes of mine');
    expect(existsSync(`${dbPath}.part`)).toBe(false);
  });
});
