import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRepositories } from '../../../../src/sandbox/world/git/create-repositories.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';
import { makeWorld } from '../../support/make-world.ts';

const world = makeWorld();
const directory = temporaryFolder();
let count = 0;

beforeAll(async () => {
  count = await createRepositories(world.contents, directory);
});

function git(repository: string, ...words: readonly string[]): string {
  return execFileSync('git', [`--git-dir=${join(directory, repository)}`, ...words], {
    stdio: 'pipe',
  }).toString();
}

describe('createRepositories()', () => {
  it('makes a bare repository for each, and one for each wiki', () => {
    expect(count).toBe(world.repositories.length + 1);
    const wikis = world.contents.filter((content) => content.wiki !== undefined);
    for (const { repository } of wikis) {
      expect(git(`${repository}.wiki.git`, 'ls-tree', '--name-only', 'HEAD').split('\n')).toContain(
        'Home.md',
      );
    }
  });

  it('makes repositories that git finds whole', () => {
    for (const { repository } of world.contents) {
      expect(git(`${repository}.git`, 'fsck', '--full', '--strict')).toBe('');
    }
  });

  it('keeps objects in one pack and refs in one file', () => {
    for (const { repository, git: history } of world.contents) {
      const path = join(directory, `${repository}.git`);
      const packs = readdirSync(join(path, 'objects/pack'));
      expect(packs.map((name) => name.replace(/^.*\./, '')).toSorted()).toEqual(
        history.commits.length === 0 ? [] : ['idx', 'pack'],
      );
      expect(existsSync(join(path, 'packed-refs'))).toBe(history.commits.length > 0);
      expect(readdirSync(join(path, 'refs')).toSorted()).toEqual(['heads', 'tags']);
      expect(readFileSync(join(path, 'config'), 'utf8')).toContain('mirror = true');
    }
  });

  it('contains every ref, and the head of every pull request, with the ids of the world', () => {
    for (const content of world.contents) {
      const refs = new Map(
        git(`${content.repository}.git`, 'for-each-ref', '--format=%(refname) %(objectname)')
          .split('\n')
          .map((line) => line.split(' ') as [string, string]),
      );
      for (const { name, sha } of content.git.refs) {
        expect(refs.get(name)).toBe(sha);
      }
      for (const pull of content.pullRequests) {
        expect(refs.get(`refs/pull/${pull.number}/head`)).toBe(pull.head.sha);
      }
    }
  });

  it('contains the base and, if it was merged, the merge commit of every pull request', () => {
    for (const content of world.contents.filter(({ git: history }) => history.commits.length > 0)) {
      const ancestors = new Set(git(`${content.repository}.git`, 'rev-list', 'HEAD').split('\n'));
      for (const pull of content.pullRequests) {
        expect(ancestors).toContain(pull.base.sha);
        expect(ancestors.has(pull.mergeCommitSha)).toBe(pull.mergedAt !== null);
      }
    }
  });

  it('has the very diffs that reviewers commented on', () => {
    let hunks = 0;
    for (const content of world.contents) {
      for (const pull of content.pullRequests) {
        for (const { place } of pull.reviewThreads) {
          const range = `${pull.base.sha}..${place.originalCommitId}`;
          const diff = git(`${content.repository}.git`, 'diff', range, '--', place.path);
          expect(diff.slice(diff.indexOf('@@'))).toContain(place.diffHunk);
          hunks += 1;
        }
      }
    }
    expect(hunks).toBeGreaterThan(20);
  });

  it('has the lines that are still in place where the newest diff says', () => {
    let lines = 0;
    for (const content of world.contents) {
      for (const pull of content.pullRequests) {
        for (const { place } of pull.reviewThreads.filter((thread) => thread.place.side === 'right')) {
          const text = git(`${content.repository}.git`, 'show', `${place.commitId}:${place.path}`).split(
            '\n',
          );
          const commented = place.diffHunk.split('\n').at(-1)?.slice(1);
          expect(text[(place.line ?? place.originalLine) - 1]).toBe(commented);
          lines += 1;
        }
      }
    }
    expect(lines).toBeGreaterThan(10);
  });

  it('makes only the repositories that are asked for', async () => {
    const place = join(directory, 'some');
    await createRepositories(world.contents.slice(0, 1), place);
    expect(readdirSync(place)).toEqual([world.account.login]);
  });

  it('stops when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(createRepositories(world.contents, join(directory, 'none'), signal)).rejects.toThrow(
      'enough',
    );
  });
});
