import { describe, expect, it } from 'vitest';
import { followPath, parsePath, pointerOf } from '../../../src/archive/checks/follow-path.ts';

const RECORD = {
  user: 'a',
  base: { repo: 'b' },
  labels: ['c', 7, 'd'],
  reactions: [{ user: 'e' }, { user: null }, 'x', { user: 'f' }],
};

describe('followPath()', () => {
  it.each([
    ['/user', [['a', '/user']]],
    ['/base/repo', [['b', '/base/repo']]],
    [
      '/labels/*',
      [
        ['c', '/labels/0'],
        ['d', '/labels/2'],
      ],
    ],
    [
      '/reactions/*/user',
      [
        ['e', '/reactions/0/user'],
        ['f', '/reactions/3/user'],
      ],
    ],
    ['/base', []],
    ['/user/name', []],
    ['/user/*', []],
    ['/nothing/*/user', []],
  ] as const)('follows %s', (path, expected) => {
    const found: (readonly [string, string])[] = [];
    followPath(RECORD, parsePath(path), (text, index) => found.push([text, pointerOf(path, index)]));
    expect(found).toEqual(expected);
  });
});
