import { describe, expect, it } from 'vitest';
import {
  isSameRepository,
  pairRepositories,
  parseRepositoryName,
  parseStoredRepositoryName,
} from '../../src/model/repository-name.ts';

describe('parseRepositoryName()', () => {
  it.each([
    ['acme/rocket', 'acme/rocket'],
    ['  Acme/Rocket.git\n', 'Acme/Rocket'],
    ['a-b/c.d_e-f', 'a-b/c.d_e-f'],
  ])('reads "%s"', (text, name) => {
    expect(parseRepositoryName(text)).toBe(name);
  });

  it.each([
    'rocket',
    'acme/',
    '/rocket',
    'acme/rocket/wiki',
    'acme/rock et',
    'https://x/acme/rocket',
    '../x',
    'acme/..',
    'acme/.',
    '',
  ])('refuses "%s"', (text) => {
    expect(() => parseRepositoryName(text)).toThrow('it is not OWNER/NAME');
  });
});

describe('parseStoredRepositoryName()', () => {
  it.each([
    ['acme/rocket', 'acme/rocket'],
    [' grp.x/sub/app.git\n', 'grp.x/sub/app'],
    ['~ada/notes', '~ada/notes'],
    ['old-/_b/.c/d..e', 'old-/_b/.c/d..e'],
  ])('reads "%s"', (text, name) => {
    expect(parseStoredRepositoryName(text)).toBe(name);
  });

  it.each([
    ...['rocket', 'acme/', '/rocket', 'a//b', '', '/', 'a/b/', 'a/rock et', 'https://x/acme/rocket'],
    ...['../x', 'x/..', 'a/../b', './b', 'a/.', 'a/b\0', 'a\\b/c'],
  ])('refuses "%s"', (text) => {
    expect(() => parseStoredRepositoryName(text)).toThrow('it is not OWNER/NAME');
  });
});

describe('isSameRepository()', () => {
  it('ignores case', () => {
    expect(isSameRepository('Acme/Rocket', 'acme/rocket')).toBe(true);
    expect(isSameRepository('acme/rocket', 'acme/rockets')).toBe(false);
  });
});

describe('pairRepositories()', () => {
  const asked = ['acme/rocket', 'acme/moon'];

  it('recognises a repository by its name, or by its id if it was renamed', () => {
    const pairs = pairRepositories(
      { names: asked, ids: [null, 7] },
      { names: ['Acme/Rocket', 'acme/luna', 'acme/sun'], ids: [1, 7, 9] },
    );
    expect([...pairs]).toEqual([
      ['acme/rocket', 'Acme/Rocket'],
      ['acme/moon', 'acme/luna'],
    ]);
  });

  it('treats the rest as renamed if nothing is missing', () => {
    expect([...pairRepositories({ names: asked }, { names: ['acme/luna', 'acme/rocket'] })]).toEqual([
      ['acme/rocket', 'acme/rocket'],
      ['acme/moon', 'acme/luna'],
    ]);
  });

  it('has no pair for what was left out', () => {
    expect([...pairRepositories({ names: asked }, { names: ['acme/rocket'] }).keys()]).toEqual([
      'acme/rocket',
    ]);
  });
});
