import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/base/nearest-name.ts';

const NAMES = ['issues', 'issue_labels', 'pull_requests', 'title', 'repo'];

describe('nearestName()', () => {
  it.each([
    ['isues', 'issues'],
    ['issuse', 'issues'],
    ['ISSUES', 'issues'],
    ['pullrequests', 'pull_requests'],
    ['titel', 'title'],
    ['rep', 'repo'],
    ['nowhere', undefined],
    ['', undefined],
  ])('answers %j with %j', (text, name) => {
    expect(nearestName(text, NAMES)).toBe(name);
  });

  it('does not compare texts that are too long for names', () => {
    expect(nearestName('x'.repeat(1_000_000), ['y'.repeat(1_000_000), ...NAMES])).toBeUndefined();
  });

  it('suggests the first of equally near names', () => {
    expect(nearestName('abc', ['abd', 'abe'])).toBe('abd');
  });
});
