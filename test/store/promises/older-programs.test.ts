import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/index.ts';
import { openStoreWriter } from '../../../src/store/index.ts';

const hasShell = spawnSync('sqlite3', ['--version']).status === 0;

describe('a store', () => {
  it.skipIf(!hasShell)('is opened by the sqlite3 shell of this machine, views and all', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'satchel-older-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'a.db');
    const writer = await openStoreWriter(path, { clock: createDrivenClock(0) });
    await writer.finish({
      archiveName: 'a.tar.gz',
      archiveSha256: 'ab',
      packedBytes: 1,
      unpackedBytes: 1,
      entryCount: 1,
      takenAt: undefined,
      migrationId: undefined,
      scope: undefined,
    });
    const sql = `SELECT count(*) FROM threads; SELECT count(*) FROM comments; SELECT count(*) FROM timeline;
      SELECT count(*) FROM search_texts; SELECT count(*) FROM search_titles; PRAGMA integrity_check;`;
    const { stdout, stderr } = spawnSync('sqlite3', [path, sql], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe('0\n0\n0\n0\n0\nok\n');
  });
});
