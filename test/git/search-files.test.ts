import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { createGitLibrary, type GitLibrary, type GitRepository } from '../../src/git/open-repository.ts';
import type { MatchedLine } from '../../src/git/search-files.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { asOurs, git, searchPath } from './support/make-repository.ts';

const root = temporaryFolder();
const ran = join(root, 'ran');
let library: GitLibrary;
let repository: GitRepository;
let commit: string;

beforeAll(async () => {
  const work = join(root, 'work');
  git(root, 'init', '-q', '-b', 'main', work);
  const files: Readonly<Record<string, string | Buffer>> = {
    'lamp.ts': 'const wick = 1;\nexport function trim() {}\n// WICK\n',
    'oil.txt': 'trim it\n',
    'binary.dat': Buffer.from('wick\0wick'),
    'old.txt': Buffer.from('wick caf\xe9\n', 'latin1'),
    'long.js': `wick${'x'.repeat(100_000)}\nwick\n`,
    'two\nlines.txt': 'wick\n',
    // Nothing of these counts.
    '.gitattributes': '*.ts diff=evil binary\n*.txt -diff filter=evil export-ignore export-subst\n',
    'stamp.txt': '$Format:%H%G?$\n',
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(work, name), content);
  }
  writeFileSync(Buffer.from(`${join(work, 'caf')}\xe9.txt`, 'latin1'), 'wick\n');
  git(work, 'add', '.');
  git(work, 'commit', '-q', '-m', 'All');
  const bare = join(root, 'searched.git');
  git(root, 'clone', '-q', '--mirror', work, bare);
  asOurs(bare);
  library = createGitLibrary({ searchPath, clock: createSystemClock() });
  repository = library.open(bare);
  commit = (await repository.find('main')) ?? '';
});

afterAll(() => {
  library.close();
});

async function search(texts: readonly string[], { needsAll = false, limit = 100 } = {}) {
  const lines: MatchedLine[] = [];
  const isWhole = await repository.searchFiles({
    ...{ commit, texts, needsAll },
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line) < limit,
  });
  return { isWhole, lines, paths: [...new Set(lines.map(({ path }) => path))] };
}

describe('searchFiles()', () => {
  it('finds lines of text files, in any case and whatever the encoding', async () => {
    const { lines, paths, isWhole } = await search(['wick']);
    expect(isWhole).toBe(true);
    expect(paths).toEqual(['caf\\xe9.txt', 'lamp.ts', 'long.js', 'old.txt']);
    expect(lines.filter(({ path }) => path === 'lamp.ts')).toEqual([
      { path: 'lamp.ts', number: 1, text: 'const wick = 1;' },
      { path: 'lamp.ts', number: 3, text: '// WICK' },
    ]);
    expect(lines.find(({ path }) => path === 'old.txt')?.text).toBe('wick caf\\xe9');
  });

  it('finds only files with all texts if asked to', async () => {
    expect((await search(['wick', 'trim'], { needsAll: true })).paths).toEqual(['lamp.ts']);
  });

  it('says that it found nothing, and that it stopped', async () => {
    expect(await search(['no such word'])).toEqual({ isWhole: true, lines: [], paths: [] });
    const stopped = await search(['wick'], { limit: 2 });
    expect([stopped.isWhole, stopped.lines.length]).toEqual([false, 2]);
  });

  it('takes every text as a text', async () => {
    for (const text of [
      `--open-files-in-pager=touch ${ran}`,
      `-O touch ${ran}`,
      '--no-index',
      '-f/etc/passwd',
      '--',
      '.*',
      'wick\nroot',
      'a\0b',
      `$(touch ${ran})`,
    ]) {
      expect([text, (await search([text])).lines]).toEqual([text, []]);
    }
    expect(existsSync(ran)).toBe(false);
    await expect(search(['\n'])).resolves.toMatchObject({ isWhole: true });
  });

  it('ends with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('late'));
    const asked = { commit, texts: ['wick'], needsAll: false, signal, onLine: () => true };
    await expect(repository.searchFiles(asked)).rejects.toThrow('late');
  });
});

describe('streamArchive()', () => {
  it('has the files below a folder, and fills in nothing', async () => {
    const stream = repository.streamArchive({ commit, prefix: 'lamp/' });
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('lamp/lamp.ts')).toBe(true);
    expect(bytes.includes(commit)).toBe(false);
  });
});
