import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { createGitLibrary, type GitLibrary, type GitRepository } from '../../src/git/open-repository.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { asOurs, git, searchPath } from './support/make-repository.ts';

const root = temporaryFolder();
const PATH = 'src: odd/a name.txt';
let library: GitLibrary;
let repository: GitRepository;

beforeAll(() => {
  git(root, 'init', '-q', '-b', 'main', root);
  for (const [subject, lines] of [
    ['begin', ['one', 'two', 'three']],
    ['change the second', ['one', 'TWO', 'three']],
    ['put one above', ['zero', 'one', 'TWO', 'three']],
    ['change the third', ['zero', 'one', 'TWO', 'THREE']],
  ] as const) {
    git(root, 'rm', '-rq', '--cached', '--ignore-unmatch', '.');
    const name = join(root, 'kept.txt');
    writeFileSync(name, `${lines.join('\n')}\n`);
    const blob = git(root, 'hash-object', '-w', name);
    git(root, 'update-index', '--add', '--cacheinfo', `100644,${blob},${PATH}`);
    git(root, 'commit', '-q', '-m', subject);
  }
  library = createGitLibrary({ searchPath, clock: createSystemClock() });
  repository = library.open(asOurs(join(root, '.git')));
});

afterAll(() => {
  library.close();
});

async function historyOf(first: number, last: number) {
  const commit = (await repository.find('main')) ?? '';
  const { changes, cut, hasMore } = await repository.lineHistory({ commit, path: PATH, first, last });
  expect([cut, hasMore]).toEqual([null, false]);
  return await Promise.all(
    changes.map(async ({ commit: id, lines }) => ({
      subject: (await repository.commit(id))?.subject,
      changed: lines.filter((line) => /^[+-]/.test(line)),
    })),
  );
}

describe('lineHistory()', () => {
  it('follows one line to where it was before, newest first', async () => {
    expect(await historyOf(3, 3)).toEqual([
      { subject: 'change the second', changed: ['-two', '+TWO'] },
      { subject: 'begin', changed: ['+two'] },
    ]);
  });

  it('follows a range of lines', async () => {
    const subjects = (await historyOf(3, 4)).map(({ subject }) => subject);
    expect(subjects).toEqual(['change the third', 'change the second', 'begin']);
  });
});
