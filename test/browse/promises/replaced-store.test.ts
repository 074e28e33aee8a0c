import { copyFileSync, renameSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = 'yaryna-vitrolom/tidewatch';

let reader: OpenApp;

beforeAll(async () => {
  reader = await openApp();
});

/** Replaces the store's file as a load does, and lets the reader notice it. */
async function replaceStore(): Promise<void> {
  const { store, page } = reader;
  copyFileSync(store, `${store}.new`);
  renameSync(`${store}.new`, store);
  await page('/');
}

describe('while a load replaces the store', () => {
  it.each([
    `/${REPO}/issues/3`,
    `/${REPO}/issues?q=readings`,
    `/${REPO}/pull/13/files`,
    '/-/search?q=readings',
    '/-/activity',
  ])('%s is answered', async (path) => {
    const asked = reader.page(path);
    await replaceStore();
    expect(await asked).toContain('</html>');
    expect(reader.errors).toEqual([]);
  });
});
