import { describe, expect, it } from 'vitest';
import { ageText, minuteText } from '../../../../src/cli/commands/reading/words.ts';

const NOW_MS = Date.UTC(2026, 5, 1);

describe('ageText()', () => {
  it.each([
    ['2026-06-01T00:00:00Z', 'just now'],
    ['2026-05-31T23:59:00Z', '1 minute ago'],
    ['2026-05-31T22:00:00Z', '2 hours ago'],
    ['2026-05-30T00:00:00Z', '2 days ago'],
    ['2026-04-30T00:00:00Z', '1 month ago'],
    ['2025-07-01T00:00:00Z', '11 months ago'],
    ['2019-01-01T00:00:00Z', '7 years ago'],
    ['2031-01-01T00:00:00Z', '2031-01-01'],
    ['9999-99-99', '9999-99-99'],
    [null, ''],
  ])('says of %j %j', (time, text) => {
    expect(ageText(time, NOW_MS)).toBe(text);
  });
});

describe('minuteText()', () => {
  it.each([
    ['2026-05-31T23:59:01.5Z', '2026-05-31 23:59'],
    ['soon', 'soon'],
    [null, 'an unknown time'],
  ])('says of %j %j', (time, text) => {
    expect(minuteText(time)).toBe(text);
  });
});
