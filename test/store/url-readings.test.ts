import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { URL_READINGS } from '../../src/store/url-readings.ts';
import { ANY_CHARACTER } from '../base/support/any-character.ts';

const BASE = 'https://service.example';

describe('URL_READINGS', () => {
  it('reads a hostile url of a megabyte like any other', () => {
    const url = 'b'.repeat(1_000_000);
    expect([URL_READINGS.number(url), URL_READINGS.number(`${url}/issues/7`)]).toEqual([null, 7]);
  });

  it.each([
    [`${BASE}/acme/app`, 'acme/app'],
    [`${BASE}/acme/app/issues/7`, 'acme/app'],
    [`${BASE}/acme/app/pull/7/files#r1`, 'acme/app'],
    [`${BASE}/acme/app#readme`, 'acme/app'],
    [`${BASE}/acme/issues/issues/7`, 'acme/issues'],
    [`${BASE}/pull/pull/pull/7`, 'pull/pull'],
    [`${BASE}/group/sub/app/merge_requests/3`, 'group/sub/app'],
    [`${BASE}/group/sub/app/labels#/New+Feature`, 'group/sub/app'],
    [`${BASE}/alice`, null],
    [`${BASE}/alice/`, null],
    [BASE, null],
    ['', null],
    ['no url at all', null],
  ])('read the repository of %s as %s', (url, expected) => {
    expect(URL_READINGS.repo(url)).toBe(expected);
  });

  it.each([
    [`${BASE}/acme/app/issues/12`, 12],
    [`${BASE}/acme/app/issues/12#issuecomment-99`, 12],
    [`${BASE}/acme/app/pull/12/files#pullrequestreview-5`, 12],
    [`${BASE}/group/app/merge_requests/3#note_8`, 3],
    [`${BASE}/group/app/pull-requests/3`, 3],
    [`${BASE}/acme/app/milestones/2`, 2],
    [`${BASE}/acme/app/milestones/First%20steps`, null],
    [`${BASE}/acme/app/releases/tag/12`, null],
    [`${BASE}/acme/app/issues/99999999999999999999`, null],
  ])('read the number of %s as %s', (url, expected) => {
    expect(URL_READINGS.number(url)).toBe(expected);
  });

  it.each([
    [`${BASE}/acme/app/labels/good%20first%20issue`, 'good first issue'],
    [`${BASE}/acme/app/labels/a/b`, 'a/b'],
    [`${BASE}/acme/app/labels#/New+Feature`, 'New Feature'],
    ['good first issue', 'good first issue'],
    [`${BASE}/acme/app/labels/100%`, '100%'],
    [`${BASE}/acme/app/labels/a%00b`, 'a\ufffdb'],
    [`${BASE}/acme/app`, null],
  ])('read the label of %s as %s', (url, expected) => {
    expect(URL_READINGS.labelName(url)).toBe(expected);
  });

  it('read logins as they are written, with the brackets of bots', () => {
    expect(URL_READINGS.login(`${BASE}/alice`)).toBe('alice');
    expect(URL_READINGS.login(`${BASE}/builder[bot]`)).toBe('builder[bot]');
    expect(URL_READINGS.isBot(`${BASE}/builder[bot]`)).toBe(1);
    expect(URL_READINGS.isBot(`${BASE}/alice`)).toBe(0);
    expect(URL_READINGS.login('')).toBeNull();
  });

  it('never fail, whatever the url', () => {
    const segment = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.constantFrom('issues', 'labels', '%', '7', '#', ''),
    );
    fc.assert(
      fc.property(
        fc.array(segment).map((parts) => parts.join('/')),
        (url) => {
          for (const read of Object.values(URL_READINGS)) {
            const result = read(url);
            expect(result === null || typeof result === 'string' || Number.isSafeInteger(result)).toBe(true);
          }
        },
      ),
    );
  });
});
