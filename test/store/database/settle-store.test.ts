import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { killWriter } from '../support/dying-writer.ts';
import { writeStore } from '../support/write-store.ts';

describe('openStore()', () => {
  it('undoes a write that was killed in the middle', async () => {
    const directory = temporaryFolder();
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
