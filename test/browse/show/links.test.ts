import { expect, it } from 'vitest';
import { recordName } from '../../../src/browse/show/links.ts';

const BASE = 'https://service.example/acme/app';

it('recordName() names a comment after its thread, also if the url is hostile', () => {
  const urls = ['/issues/7', '/issues/7#issuecomment-1', '/pull/7/files#r1', '/pull/7/files'];
  expect(urls.map((url) => recordName(BASE + url))).toEqual(urls.map(() => 'acme/app#7'));
  expect(recordName('0'.repeat(1_000_000))).toHaveLength(1_000_000);
});
