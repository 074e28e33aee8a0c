import { expect, it, onTestFinished, vi } from 'vitest';
import type { DumpFolder } from '../../../src/dump/dump-place.ts';
import { prepareRepositories } from '../../../src/dump/markdown/write-repository.ts';
import { readRepositoryNames } from '../../../src/reading/read-names.ts';
import { foldersNextTo } from '../../../src/store/file-folders.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { loadSample } from '../support/sample-store.ts';

/** SQLite frees the memory of statements only when V8 collects them: one for each repository would exhaust it. */
it('prepares statements once, however many repositories are written', async () => {
  const path = await loadSample(temporaryFolder());
  const { db, close } = openStore(path);
  onTestFinished(close);
  const repositories = [null, ...readRepositoryNames(db)];
  const paths: string[] = [];
  const dump: DumpFolder = {
    addFolder: async () => undefined,
    async addFile(name, fill) {
      paths.push(name);
      await fill({ write: async () => undefined });
      return 0;
    },
  };
  const prepare = vi.spyOn(db, 'prepare');
  const files = foldersNextTo(path);
  const write = prepareRepositories({ db, dump, files, signal: new AbortController().signal });
  const preparedCount = prepare.mock.calls.length;
  for (const [index, repo] of repositories.entries()) {
    await write(repo, `r${index}`);
  }
  expect(paths.length).toBeGreaterThan(50);
  expect(prepare.mock.calls.length).toBe(preparedCount);
});
