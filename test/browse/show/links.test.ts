import { expect, it } from 'vitest';
import { outwardLink } from '../../../src/browse/show/facts.ts';
import { faceOf, recordName } from '../../../src/browse/show/links.ts';
import { firstLine } from '../../../src/store/record-facts.ts';

const BASE = 'https://service.example/acme/app';

it('recordName() names a comment after its thread, also if the url is hostile', () => {
  const urls = ['/issues/7', '/issues/7#issuecomment-1', '/pull/7/files#r1', '/pull/7/files'];
  expect(urls.map((url) => recordName(BASE + url))).toEqual(urls.map(() => 'acme/app#7'));
  expect(recordName('0'.repeat(1_000_000))).toHaveLength(1_000_000);
});

it('faceOf(), outwardLink() and firstLine() read texts of any length', () => {
  expect(String(faceOf('漢'.repeat(5_000_000)))).toContain('data-face="漢');
  expect(outwardLink('a.'.repeat(5_000_000))).toHaveLength(10_000_000);
  expect(firstLine(`${' '.repeat(9_000_000)}\n> # **End**`)).toBe('End');
  expect(firstLine('<'.repeat(9_000_000)).length).toBeLessThan(200);
});
