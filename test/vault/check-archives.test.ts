import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import type { JournalLine } from '../../src/model/journal.ts';
import { checkContent, findLostJournal } from '../../src/vault/check-archives.ts';
import { openVault } from '../../src/vault/vault.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { addArchive, manifestOf } from './support/manifests.ts';

it('checkContent() names the archive that is none by its place in the vault', async () => {
  const clock = createDrivenClock(0);
  const vault = await openVault(join(temporaryFolder(), 'vault'), { clock, create: true });
  const manifest = await addArchive(vault, 'a.tar.gz');
  const { signal } = new AbortController();
  expect(await checkContent(manifest, { vault, decrypt: undefined, searchPath: '', signal })).toMatchObject([
    { code: 'archive-damaged', path: 'archives/a.tar.gz' },
  ]);
});

describe('findLostJournal()', () => {
  const run = '20260601T120000Z-aaaaaa';
  const older = manifestOf('b.tar.gz', { day: 1, backup: 'one' });
  const newer = manifestOf('a.tar.gz', { day: 2, backup: 'two' });
  const imported = manifestOf('c.tar.gz', { day: 3 });
  const written = (archive: string): JournalLine => ({
    ...{ type: 'manifest-written', archive, isVerified: true, sha256: '', run },
    at: '2026-01-02T00:00:00.000Z',
  });
  const mended = (at: string): JournalLine => ({ type: 'journal-mended', run, at });

  it('looks for the newest backup, or for the newest archive where nothing was noted', () => {
    const manifests = [newer, older, imported];
    expect(findLostJournal(manifests, [written('a.tar.gz')])).toBeUndefined();
    const lost = (archive: string) => `The end of the journal is missing: it has no entry for "${archive}"`;
    expect(findLostJournal(manifests, [written('b.tar.gz'), written('c.tar.gz')])).toBe(lost('a.tar.gz'));
    expect(findLostJournal(manifests, [])).toBe(lost('c.tar.gz'));
    expect(findLostJournal([], [])).toBeUndefined();
  });

  it('is silent about what was lost until a repair', () => {
    expect(findLostJournal([newer], [mended(newer.downloadedAt)])).toBeUndefined();
    expect(findLostJournal([newer], [mended(older.downloadedAt)])).toBeDefined();
    expect(findLostJournal([newer], [mended('2026-01-09'), mended(older.downloadedAt)])).toBeDefined();
  });
});
