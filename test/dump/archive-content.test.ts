import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { openArchiveContent } from '../../src/dump/archive-content.ts';
import type { RecordBatch } from '../../src/model/records.ts';
import { foldersNextTo } from '../../src/store/file-folders.ts';
import { restoreSnapshot } from '../../src/store/history/restore-snapshot.ts';
import { openStoreWriter } from '../../src/store/store-writer.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { factsOf, writeStore } from '../store/support/write-store.ts';

function rejectedBatch(...sources: readonly string[]): RecordBatch {
  const rejected = sources.map((source, index) => ({ index, source: Buffer.from(source), findings: [] }));
  return { kind: 'issue', entryName: 'issues_000001.json', records: [], rejected };
}

async function filesOf(dbPath: string): Promise<readonly (readonly [string, string])[]> {
  const content = openArchiveContent(dbPath, { folders: foldersNextTo(dbPath) });
  try {
    const files: (readonly [string, string])[] = [];
    for (const { name, open } of content.files()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of open()) {
        chunks.push(chunk);
      }
      files.push([name, Buffer.concat(chunks).toString()]);
    }
    return files;
  } finally {
    content.close();
  }
}

describe('openArchiveContent()', () => {
  it('gives a record that was rejected again and again as it was met last', async () => {
    const dbPath = join(temporaryFolder(), 'a.db');
    await writeStore(dbPath, [rejectedBatch('{"url":"u:1","title":1}', '{"url":"u:2"}')], {
      ...factsOf('a.tar.gz', 'a'.repeat(64)),
      takenAt: '2026-01-01T00:00:00Z',
    });
    await writeStore(dbPath, [rejectedBatch('{"url":"u:1","title":2}')], {
      ...factsOf('b.tar.gz', 'b'.repeat(64)),
      takenAt: '2026-01-02T00:00:00Z',
    });
    expect(await filesOf(dbPath)).toEqual([
      ['issues_000001.json', '[\n{"url":"u:1","title":2},\n{"url":"u:2"}\n]\n'],
    ]);
  });

  describe('of a record that was rejected', () => {
    const REPO = 'https://h.example/acme/app';
    const repository = batchOf('repository', [{ url: REPO, name: 'app' }]);
    const issueOf = (number: number, title: unknown) =>
      JSON.stringify({ url: `${REPO}/issues/${number}`, repository: REPO, title });
    const broken = rejectedBatch(issueOf(1, 5), issueOf(2, 7), '{"a":1}');

    async function filesAfter(...archives: readonly (readonly RecordBatch[])[]) {
      const dbPath = join(temporaryFolder(), 'a.db');
      for (const [index, batches] of archives.entries()) {
        const facts = factsOf(`${index}.tar.gz`, String(index).repeat(64));
        await writeStore(dbPath, batches, { ...facts, takenAt: `2026-01-0${index + 1}T00:00:00Z` });
      }
      return await filesOf(dbPath);
    }

    async function issuesAfter(
      ...archives: readonly (readonly RecordBatch[])[]
    ): Promise<readonly unknown[]> {
      return (await filesAfter(...archives))
        .filter(([name]) => name.startsWith('issues_'))
        .flatMap(([, text]) => JSON.parse(text))
        .map(({ url, title }) => (url === undefined ? 'without url' : [url.slice(-1), title]));
    }

    it('gives its readable version if a later archive has one, and nothing if it was deleted', async () => {
      const fixed = batchOf('issue', [issueOf(1, 'fixed')]);
      expect(await issuesAfter([repository, broken], [repository, fixed])).toEqual([
        ['1', 'fixed'],
        'without url',
      ]);
    });

    it('gives nothing of a deleted upload either, although that is on a host of its own', async () => {
      const upload = { url: 'https://images.example/1.png', issue: `${REPO}/issues/1`, asset_name: 7 };
      const uploadsOf = (...texts: readonly string[]) => ({ ...rejectedBatch(...texts), kind: 'attachment' });
      const files = await filesAfter(
        [repository, uploadsOf(JSON.stringify(upload))],
        [repository, uploadsOf()],
      );
      expect(files.map(([name]) => name)).toEqual(['repositories_000001.json']);
    });

    it('gives it if later archives reject it as well or say nothing about it', async () => {
      const other = batchOf('repository', [{ url: 'https://h.example/acme/other', name: 'other' }]);
      const noIssues = rejectedBatch();
      expect(await issuesAfter([repository, broken], [repository, broken], [other, noIssues])).toEqual([
        ['1', 5],
        ['2', 7],
        'without url',
      ]);
    });
  });

  it('writes what is not JSON to a separate file, so that its neighbours are kept', async () => {
    const dbPath = join(temporaryFolder(), 'a.db');
    await writeStore(dbPath, [rejectedBatch('{"a":"', '{"a":1}', '7,'), batchOf('gadget', [{ url: 'u:1' }])]);
    expect(await filesOf(dbPath)).toEqual([
      ['gadgets_000001.json', '[\n{"url":"u:1"}\n]\n'],
      ['issues_000001.json', '[\n{"a":"\n]\n'],
      ['issues_000002.json', '[\n{"a":1}\n]\n'],
      ['issues_000003.json', '[\n7,\n]\n'],
    ]);
  });

  it('ends a file before it contains more than 100 records or 8 MiB', async () => {
    const dbPath = join(temporaryFolder(), 'a.db');
    const small = Array.from({ length: 201 }, (_, index) => ({ url: `s:${index}` }));
    const large = Array.from({ length: 3 }, (_, index) => ({
      url: `l:${index}`,
      text: 'x'.repeat(5_000_000),
    }));
    await writeStore(dbPath, [batchOf('gadget', small), batchOf('widget', large)]);
    const counts = (await filesOf(dbPath)).map(([name, text]) => [name, JSON.parse(text).length]);
    expect(counts).toEqual([
      ['gadgets_000001.json', 100],
      ['gadgets_000002.json', 100],
      ['gadgets_000003.json', 1],
      ['widgets_000001.json', 1],
      ['widgets_000002.json', 1],
      ['widgets_000003.json', 1],
    ]);
  });

  it('keeps the kind of records that changed since an older snapshot', async () => {
    const folder = temporaryFolder();
    const [from, to] = [join(folder, 'a.db'), join(folder, 'b.db')];
    const REPO = 'https://h.example/acme/app';
    const repository = batchOf('repository', [{ url: REPO, name: 'app' }]);
    const gadget = (x: number) => ({ url: `${REPO}/gadgets/1`, repository: REPO, x });
    for (const [index, gadgets] of [
      [gadget(1), { ...gadget(1), url: `${REPO}/gadgets/2` }],
      [gadget(2)],
    ].entries()) {
      const facts = {
        ...factsOf(`${index}.tar.gz`, String(index).repeat(64)),
        takenAt: `2026-01-0${index + 1}T00:00:00Z`,
      };
      await writeStore(
        from,
        [repository, { ...batchOf('gadgets', gadgets), entryName: 'gadgets_000001.json' }],
        facts,
      );
    }
    restoreSnapshot({ from, to, position: 1 });
    const [, [name = '', text = ''] = []] = await filesOf(to);
    expect([name, JSON.parse(text)]).toEqual([
      'gadgets_000001.json',
      [gadget(1), { ...gadget(1), url: `${REPO}/gadgets/2` }],
    ]);
  });

  it('has the git data that is kept, with a configuration of our own, and names what is lost', async () => {
    const dbPath = join(temporaryFolder(), 'a.db');
    const folders = foldersNextTo(dbPath);
    const writer = await openStoreWriter(dbPath, { clock: createDrivenClock(0) });
    const repo = 'acme/app';
    writer.insertBatch(batchOf('repository', [{ url: `https://h.example/${repo}`, name: 'app' }]));
    for (const [letter, isWiki] of [
      ['a', false],
      ['b', true],
    ] as const) {
      const entryName = `repositories/${repo}${isWiki ? '.wiki' : ''}.git`;
      const folder = `${letter.repeat(32)}.git`;
      writer.files.addRepository({ entryName, repo, isWiki, objectFormat: 'sha1', folder, sizeBytes: 5 });
    }
    await writer.finish(factsOf('a.tar.gz'));
    const kept = join(folders.git, `${'a'.repeat(32)}.git`);
    for (const name of ['hooks', 'refs/heads']) {
      mkdirSync(join(kept, name), { recursive: true });
    }
    for (const name of ['HEAD', 'config', 'hooks/post-update']) {
      writeFileSync(join(kept, name), `of ${name}`);
    }
    const content = openArchiveContent(dbPath, { folders });
    expect(content.repositories.map(({ directory }) => directory)).toEqual([kept]);
    expect(content.missing).toEqual([`repositories/${repo}.wiki.git`]);
    content.close();
    const files = new Map(await filesOf(dbPath));
    expect([...files.keys()].filter((name) => name.includes('.git/'))).toEqual([
      `repositories/${repo}.git/`,
      `repositories/${repo}.git/config`,
      `repositories/${repo}.git/HEAD`,
      `repositories/${repo}.git/refs/`,
      `repositories/${repo}.git/refs/heads/`,
    ]);
    expect(files.get(`repositories/${repo}.git/HEAD`)).toBe('of HEAD');
    expect(files.get(`repositories/${repo}.git/config`)).toContain('bare = true');
  });

  it('joins no name of a foreign store to a path', async () => {
    const dbPath = join(temporaryFolder(), 'a.db');
    await writeStore(dbPath, [
      { ...batchOf('gadget', [{ url: 'u:1' }]), entryName: '../../evil.json' },
      batchOf('widget', [{ url: 'u:2' }]),
    ]);
    expect((await filesOf(dbPath)).map(([name]) => name)).toEqual([
      'records_000001.json',
      'widgets_000001.json',
    ]);
  });
});
