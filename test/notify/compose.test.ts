import { describe, expect, it } from 'vitest';
import { compose } from '../../src/notify/compose.ts';
import type { Message } from '../../src/notify/message.ts';

const MESSAGE: Message = {
  occasion: 'success',
  job: 'nightly',
  account: 'mira',
  atMs: Date.UTC(2026, 5, 1),
  durationMs: 120_000,
};

const textOf = (changes: Partial<Message>) => compose({ ...MESSAGE, ...changes }, {}).text.split('\n');

describe('compose()', () => {
  it('says that a run waited for the service only if it did', () => {
    expect(textOf({ waitedMs: 90_000 })).toContain('1 m 30 s of that was spent waiting for the service.');
    for (const waitedMs of [undefined, 0, 999]) {
      expect(textOf(waitedMs === undefined ? {} : { waitedMs })).toEqual([
        'Account: mira',
        'It took 2 m 00 s.',
      ]);
    }
  });

  it('makes one line of a title that a template or a name splits', () => {
    const message = { ...MESSAGE, job: 'nightly\njob' };
    expect(compose(message, { title: 'Backup\n  {job}:\t{outcome}' }).title).toBe('Backup nightly job: ');
    expect(compose(message, {}).title).toBe('Backup "nightly job" succeeded');
  });

  it('speaks of findings only if some need attention', () => {
    expect(textOf({ findings: 3 })).toContain('Findings that need attention: 3');
    expect(textOf({ findings: 0 })).toEqual(['Account: mira', 'It took 2 m 00 s.']);
  });
});
