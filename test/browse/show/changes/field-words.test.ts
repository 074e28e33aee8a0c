import { describe, expect, it } from 'vitest';
import { fieldName } from '../../../../src/browse/show/changes/field-names.table.ts';
import { fieldWords } from '../../../../src/browse/show/changes/field-words.ts';

const S = 'https://service.example';
const column = (name: string, numbers: readonly number[]) => ({
  name,
  cards: numbers.map((number) => ({ issue: `${S}/acme/app/issues/${number}` })),
});

describe('fieldWords()', () => {
  it.each([
    [true, false, 'yes', 'no'],
    [null, '2026-12-24T00:00:00Z', '', '24 Dec 2026'],
    ['a'.repeat(40), 'b'.repeat(40), 'a'.repeat(10), 'b'.repeat(10)],
    [null, `${S}/acme/app/milestones/2`, '', '2'],
    [[], [{ user: `${S}/mira`, content: '+1' }], '', '👍 by mira'],
    [
      [
        { user: `${S}/mira`, role: 'admin', state: 'active' },
        { user: `${S}/zoe`, role: 'member' },
      ],
      [{ user: `${S}/zoe`, role: 'member' }],
      'mira (admin)',
      '',
    ],
    [
      [column('To do', []), column('Done', [1, 2])],
      [column('To do', [2]), column('Done', [1])],
      'acme/app#2 in Done',
      'acme/app#2 in To do',
    ],
    [[{ user: `${S}/mira`, asset_name: 'a.txt' }], [], 'a.txt', ''],
    [{ left: 1, right: 2 }, null, 'left 1, right 2', ''],
    [['a', 'b'], ['b', 'a'], 'a, b', 'b, a'],
  ])('says what %j as %j lost and got', (before, after, lost, got) => {
    expect(fieldWords(JSON.stringify(before), JSON.stringify(after))).toEqual({ lost, got });
  });

  it('keeps numbers as they are written, and does not follow what is nested deeply', () => {
    expect(fieldWords('1.00', '12345678901234567890')).toEqual({ lost: '1.00', got: '12345678901234567890' });
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(fieldWords(undefined, deep).got).toBe('…');
  });
});

describe('fieldName()', () => {
  it('is plain', () => {
    expect(fieldName('/merge_commit_sha')).toBe('merge commit');
    expect(fieldName('/member_privileges/can_fork')).toBe('member privileges, can fork');
  });
});
