import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list } from 'tar';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openArchiveSource } from '../../src/archive/index.ts';
import { createDrivenClock } from '../../src/base/index.ts';
import { loadArchiveSource } from '../../src/load/index.ts';
import { writeSampleArchive } from '../../src/sandbox/index.ts';
import { openStore } from '../../src/store/index.ts';
import { meaningOf } from '../store/support/archive-text.ts';

type SampleOptions = Parameters<typeof writeSampleArchive>[0];
type SampleArchive = Awaited<ReturnType<typeof writeSampleArchive>>;

const NOW_MS = Date.UTC(2026, 2, 1);

async function writeWorld(
  options: Pick<SampleOptions, 'seed' | 'dialect' | 'generation'>,
): Promise<SampleArchive & { readonly dbPath: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-world-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'a.tar.gz');
  const archive = await writeSampleArchive({ ...options, repositories: 2, issues: 12, nowMs: NOW_MS, path });
  return { ...archive, dbPath: join(directory, 'a.db') };
}

/** The records of an archive, read by other means than those that load it. */
async function meaningsIn(path: string): Promise<readonly string[]> {
  const files: Promise<Buffer>[] = [];
  await list({
    file: path,
    onReadEntry: (entry) => {
      if (/_\d{6}\.json$/.test(entry.path)) {
        files.push(entry.concat());
      } else {
        entry.resume();
      }
    },
  });
  const texts = (await Promise.all(files)).map((file) => file.toString());
  return texts.flatMap((text) => {
    const { items } = meaningOf(text) as { readonly items: readonly unknown[] };
    return items.map((item) => JSON.stringify(item));
  });
}

describe('loadArchiveSource()', () => {
  it.each([
    { seed: 'alder', dialect: 'service', generation: 'current' },
    { seed: 'birch', dialect: 'github', generation: 'current' },
    { seed: 'cedar', dialect: 'service', generation: '2019' },
  ] as const)('loads all of the world $seed ($dialect, $generation) and loses nothing', async (options) => {
    const archive = await writeWorld(options);
    const { load, verification } = await loadArchiveSource({
      source: await openArchiveSource(archive.path),
      dbPath: archive.dbPath,
      archive: { name: 'a.tar.gz' },
      clock: createDrivenClock(NOW_MS),
    });
    expect(verification.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(load).toMatchObject({ isNew: true, rejected: 0, counts: archive.counts });

    const store = openStore(archive.dbPath);
    onTestFinished(() => store.close());
    const stored = [...store.records()].map(({ json }) => JSON.stringify(meaningOf(json)));
    expect(stored.sort()).toEqual([...(await meaningsIn(archive.path))].sort());
    expect(store.snapshots()).toMatchObject([
      { archiveSha256: archive.sha256, packedBytes: archive.sizeBytes },
    ]);

    const [orphans] = store.query(
      `SELECT (SELECT count(*) FROM issues WHERE repo IS NULL OR number IS NULL OR created_at IS NULL),
              (SELECT count(*) FROM issue_comments c WHERE thread_url NOT IN (SELECT url FROM threads)),
              (SELECT count(*) FROM issue_labels l WHERE label_url NOT IN (SELECT url FROM repository_labels)),
              (SELECT count(*) FROM issue_labels l JOIN repository_labels r ON r.url = l.label_url WHERE r.name <> l.name)`,
    ).rows;
    expect(orphans).toEqual([0, 0, 0, 0]);
  });
});
