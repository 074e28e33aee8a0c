import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { killWriter } from '../support/dying-writer.ts';
import { writeStore } from '../support/write-store.ts';

describe('openStore()', () => {
  it('undoes a write that was killed in the middle', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-hot-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const path = join(directory, 'store.db');
    await writeStore(path, []);
    killWriter(path);
    expect(existsSync(`${path}-journal`)).toBe(true);

    const store = openStore(path);
    onTestFinished(() => store.close());
    expect(store.snapshots()).toHaveLength(1);
    expect(store.tables().some(({ name }) => name === 'unfinished')).toBe(false);
    expect(existsSync(`${path}-journal`)).toBe(false);
  });
});
