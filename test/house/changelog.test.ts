import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinChanges, readChanges } from '../../build/join-changelog.js';
import { ROOT } from './documents.ts';

describe('the changelog', () => {
  it('gets a section of groups at a release', () => {
    const changes = new Map([
      ['fixed-one.md', 'A search ends.\n'],
      ['added-two.md', 'The reader\nhas a menu.\n'],
      ['fixed-another.md', `${'word '.repeat(40)}\n`],
    ]);
    expect(
      joinChanges(changes, '9.0.0 (2030-01-01)').replace(/(?: word)+\n {2}word(?: word)*/, ' words'),
    ).toBe(
      '## 9.0.0 (2030-01-01)\n\n### Added\n\n- The reader has a menu.\n\n### Fixed\n\n- words\n- A search ends.\n\n',
    );
    expect(() => joinChanges(new Map([['one.md', '']]), '')).toThrow('must be named GROUP-SUBJECT.md');
  });

  it('has files for changes that can be joined, and no change without one', () => {
    expect(joinChanges(readChanges(), 'next')).toContain('## next');
    expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).not.toContain('Unreleased');
  });
});
