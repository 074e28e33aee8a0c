import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dumpMarkdown } from '../../src/dump/dump-markdown.ts';
import { foldersNextTo } from '../../src/store/file-folders.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { writeStore } from '../store/support/write-store.ts';
import { HOSTILE_TEXTS, writeHostileStore } from './support/hostile-store.ts';
import { loadSample } from './support/sample-store.ts';

let home: string;
let sample: string;

beforeAll(async () => {
  home = temporaryFolder();
  sample = await loadSample(home);
});

/** Dumps a store as Markdown into a new folder. Returns its path. */
async function dump(dbPath: string, filesOf = dbPath, repositories: readonly string[] = []): Promise<string> {
  const path = join(temporaryFolder(), 'notes');
  await dumpMarkdown({
    dbPath,
    files: foldersNextTo(filesOf),
    place: { path, isForced: false },
    repositories,
    signal: new AbortController().signal,
  });
  return path;
}

describe('dumpMarkdown()', () => {
  it.each([
    ['pull-request.md', 'yaryna-vitrolom/tidewatch/pulls/2.md'],
    ['issue-with-image.md', 'northquay-works/ferrylight/issues/13.md'],
    ['release.md', 'northquay-works/ferrylight/releases/v0.3.0.md'],
  ])('writes %s as a person would like to read it', async (golden, path) => {
    const written = await readFile(join(await dump(sample), path), 'utf8');
    expect(written).toBe(await readFile(new URL(`markdown/fixtures/${golden}`, import.meta.url), 'utf8'));
  });

  it('has every thread, release and discussion, each linked from an index', async () => {
    const path = await dump(sample);
    const names = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.md'));
    expect(names.filter((name) => name.includes('/issues/'))).toHaveLength(18);
    expect(names.filter((name) => name.includes('/pulls/'))).toHaveLength(12);
    expect(names.filter((name) => name.includes('/releases/'))).toHaveLength(24);
    expect(names.filter((name) => name.includes('/discussions/'))).toHaveLength(3);
    const linked = new Set(['index.md']);
    for (const name of names.filter((each) => each.endsWith('index.md'))) {
      const text = await readFile(join(path, name), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\(([^)]+\.md)\)/g)) {
        linked.add(join(dirname(name), decodeURIComponent(target)));
      }
    }
    expect([...linked].sort()).toEqual([...names].sort());
  });

  it('counts documents up to the number that it foretold', async () => {
    const seen: (readonly [written: number, total: number])[] = [];
    await dumpMarkdown({
      dbPath: sample,
      files: foldersNextTo(sample),
      place: { path: join(temporaryFolder(), 'notes'), isForced: false },
      repositories: [],
      signal: new AbortController().signal,
      onDocuments: (written, total) => seen.push([written, total]),
    });
    expect(new Set(seen.map(([, total]) => total))).toEqual(new Set([18 + 12 + 24 + 3]));
    expect(seen.at(-1)).toEqual([57, 57]);
  });

  it('links to copies of uploads, and every such link leads to a file', async () => {
    const path = await dump(sample);
    let count = 0;
    for (const name of await readdir(path, { recursive: true })) {
      const text = name.endsWith('.md') ? await readFile(join(path, name), 'utf8') : '';
      for (const [, target = ''] of text.matchAll(/\]\((\.\.\/attachments\/[^)]+)\)/g)) {
        expect([target, existsSync(join(path, dirname(name), decodeURIComponent(target)))]).toEqual([
          target,
          true,
        ]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(30);
  });

  it('leaves links as they were if the files are not kept', async () => {
    const path = await dump(sample, join(home, 'elsewhere.db'));
    const text = await readFile(join(path, 'northquay-works/ferrylight/issues/13.md'), 'utf8');
    expect(text).toContain('(https://service.example/user-attachments/assets/4ae39e81');
    expect(existsSync(join(path, 'northquay-works/ferrylight/attachments'))).toBe(false);
  });

  it('writes the repositories that were named, whatever their case', async () => {
    const path = await dump(sample, sample, ['Yaryna-Vitrolom/TIDEWATCH']);
    expect((await readdir(path)).sort()).toEqual(['.satchel-dump', 'index.md', 'yaryna-vitrolom']);
    await expect(dump(sample, sample, ['acme/none'])).rejects.toMatchObject({ code: 'absent' });
  });

  it('writes the names and types of assets as text', async () => {
    const dbPath = join(temporaryFolder(), 'work.db');
    const repository = 'https://service.example/acme/app';
    const asset = { asset_name: 'a](b) *c*.txt', asset_content_type: '[text](x)', asset_url: null };
    await writeStore(dbPath, [
      batchOf('repository', [{ type: 'repository', url: repository, name: 'app' }]),
      batchOf('release', [
        {
          type: 'release',
          url: `${repository}/releases/tag/v1`,
          repository,
          name: '1',
          release_assets: [asset],
        },
      ]),
    ]);
    const text = await readFile(join(await dump(dbPath), 'acme/app/releases/v1.md'), 'utf8');
    expect(text).toContain('\n- a\\](b) \\*c\\*.txt (\\[text\\](x))\n');
  });

  it('lists a release with the day on which it was published, and a draft with that on which it was begun', async () => {
    const dbPath = join(temporaryFolder(), 'work.db');
    const repository = 'https://service.example/acme/app';
    const release = (tag: string, more: object) => ({
      ...{ type: 'release', url: `${repository}/releases/tag/${tag}`, repository, tag_name: tag },
      ...{ created_at: '2026-01-02T03:04:05Z', published_at: '2026-02-03T04:05:06Z', ...more },
    });
    await writeStore(dbPath, [
      batchOf('repository', [{ type: 'repository', url: repository, name: 'app' }]),
      batchOf('release', [
        release('v1', { name: 'One', prerelease: true }),
        release('v2', { name: 'v2', published_at: null, state: 'draft' }),
      ]),
    ]);
    const text = await readFile(join(await dump(dbPath), 'acme/app/index.md'), 'utf8');
    expect(text.split('\n').filter((line) => line.includes('releases/v'))).toEqual([
      '- [v2](releases/v2.md) draft · 2026-01-02',
      '- [v1](releases/v1.md) One · pre-release · 2026-02-03',
    ]);
  });

  it('keeps hostile titles and texts within their places', async () => {
    const path = join(await dump(await writeHostileStore(temporaryFolder())), 'acme/app/issues');
    expect(await readdir(path)).toHaveLength(HOSTILE_TEXTS.length + 1);
    for (const name of await readdir(path)) {
      const [, matter = '', rest = ''] =
        /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(await readFile(join(path, name), 'utf8')) ?? [];
      expect(matter).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]/u);
      expect(
        matter
          .trimEnd()
          .split('\n')
          .every((line) => /^[a-z_]+: \S/.test(line)),
      ).toBe(true);
      expect(rest).not.toMatch(/[^\P{Cc}\n\t]/u);
    }
  });
});
