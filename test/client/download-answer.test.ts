import { describe, expect, it } from 'vitest';
import { isOfObject, objectValidator } from '../../src/client/download-answer.ts';

const LATER = 'Mon, 04 May 2026 10:00:01 GMT';

const MODIFIED = 'Mon, 04 May 2026 10:00:00 GMT';

describe('objectValidator()', () => {
  it.each([
    [{ etag: '"a"' }, '"a"'],
    [{ etag: '"a"', 'last-modified': MODIFIED, date: LATER }, '"a"'],
    [{ 'last-modified': MODIFIED, date: LATER }, MODIFIED],
    // Of the same second, unproven, unreadable, or with a tag that is weak (RFC 9110, 13.1.5).
    [{ 'last-modified': MODIFIED, date: MODIFIED }, undefined],
    [{ 'last-modified': MODIFIED }, undefined],
    [{ 'last-modified': 'yesterday', date: LATER }, undefined],
    [{ etag: 'W/"a"', 'last-modified': MODIFIED, date: LATER }, undefined],
    [{ etag: 'unquoted' }, undefined],
    [{}, undefined],
  ])('reads from %j what identifies the object: %j', (headers, validator) => {
    expect(objectValidator(new Map(Object.entries(headers)))).toBe(validator);
  });
});

describe('isOfObject()', () => {
  it.each([
    [{ etag: '"a"' }, '"a"', true],
    [{ etag: '"b"' }, '"a"', false],
    [{ 'last-modified': MODIFIED }, '"a"', false],
    [{ 'last-modified': MODIFIED }, MODIFIED, true],
    [{ 'last-modified': LATER }, MODIFIED, false],
    [{}, MODIFIED, false],
  ])('compares %j with %j: %j', (headers, validator, isSame) => {
    expect(isOfObject(new Map(Object.entries(headers)), validator)).toBe(isSame);
  });
});
