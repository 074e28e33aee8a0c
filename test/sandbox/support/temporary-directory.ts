import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A directory of the test file's own, removed when its tests are over. */
export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
