import { describe, expect, it } from 'vitest';
import { isNotModified } from '../../../../src/sandbox/server/api/conditional-request.ts';

const VALIDATORS = { etag: 'W/"a"', lastModified: 'Tue, 10 Mar 2026 12:00:00 GMT' };

describe('isNotModified()', () => {
  it.each([
    [{}, false],
    [{ 'if-none-match': 'W/"a"' }, true],
    [{ 'if-none-match': 'W/"b"' }, false],
    [{ 'if-modified-since': VALIDATORS.lastModified }, true],
    [{ 'if-modified-since': 'Tue, 10 Mar 2026 11:59:59 GMT' }, false],
    [{ 'if-modified-since': 'some time ago' }, false],
    [{ 'if-none-match': 'W/"b"', 'if-modified-since': VALIDATORS.lastModified }, false],
  ])('judges %j', (headers, verdict) => {
    expect(isNotModified(new Headers(headers), VALIDATORS)).toBe(verdict);
  });
});
