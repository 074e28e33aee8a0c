import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, TestRunner } from 'vitest';

/** What is left to do after the tests of a file. */
const atEndOfFile: (() => unknown)[] = [];

/** Does something after the tests of the file, the last first: for what its tests share, and for concurrent tests. */
export function afterFile(work: () => unknown): void {
  atEndOfFile.push(work);
}

/** Does something after the current test or, if none is running, after those of the file. */
export function afterwards(work: () => unknown): void {
  if (TestRunner.getCurrentTest() === undefined) {
    afterFile(work);
  } else {
    onTestFinished(async () => {
      await work();
    });
  }
}

/** Called at the end of each file. */
export async function endFile(): Promise<void> {
  for (const work of atEndOfFile.splice(0).reverse()) {
    await work();
  }
}

/** A folder that is removed afterwards; see above for when that is. */
export function temporaryFolder(after: typeof afterwards = afterwards): string {
  const path = mkdtempSync(join(tmpdir(), 'satchel-'));
  after(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}
