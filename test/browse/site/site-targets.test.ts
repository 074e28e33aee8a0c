import { expect, it } from 'vitest';
import { SiteTargets } from '../../../src/browse/site/site-targets.ts';

const PAGE = new URL('http://localhost/acme/app/issues/7?part=2');

function open() {
  const repository = { url: 'https://service.example/acme/app', defaultBranch: 'main' };
  return new SiteTargets({ repositoryOf: (name) => (name === 'acme/app' ? repository : undefined) });
}

it.each([
  ['/acme/app/wiki/What&#39;s-new', "/acme/app/wiki/What's-new", ''],
  ['/acme/app/blob/HEAD/a&amp;b.txt', '/acme/app/blob/main/a&b.txt', ''],
  ['/acme/app/issues?after=1', '/acme/app/issues?after=1', ''],
  ['?at=event-1#event-1', '/acme/app/issues/7', '#event-1'],
  ['?part=3&amp;at=x', '/acme/app/issues/7?part=3', ''],
  ['?#opening', '/acme/app/issues/7', '#opening'],
])('a link to %j asks for %j', (written, address, hash) => {
  const targets = open();
  expect(targets.linkedTo(written, PAGE)).toMatchObject({ address, hash, original: undefined });
  expect([...targets.queue]).toEqual([address]);
});

it('omits what a site lacks, which the service may have', () => {
  const targets = open();
  expect(targets.linkedTo('/-/sql', PAGE)).toMatchObject({ file: undefined, original: undefined });
  expect(targets.linkedTo('/acme/app/compare/a...b', PAGE)).toMatchObject({
    file: undefined,
    original: 'https://service.example/acme/app/compare/a...b',
  });
  expect([...targets.queue]).toEqual([]);
});

it('knows again that a page turned out to be missing', () => {
  const targets = open();
  const link = '/acme/app/blob/main/lost.md#part';
  expect(targets.linkedTo(link, PAGE).file).toBe('acme/app/blob/main/lost.md/index.html');
  targets.missing.add('/acme/app/blob/main/lost.md');
  expect(targets.linkedTo(link, PAGE)).toMatchObject({
    file: undefined,
    original: 'https://service.example/acme/app/blob/main/lost.md#part',
  });
});

it('keeps the same file for a link, however many others there are', () => {
  const targets = open();
  const file = targets.linkedTo('/acme/app/issues/1', PAGE).file;
  for (let number = 2; number < 25_000; number += 1) {
    targets.linkedTo(`/acme/app/issues/${number}`, PAGE);
  }
  expect(targets.linkedTo('/acme/app/issues/1', PAGE).file).toBe(file);
  expect(targets.queue.size).toBe(24_999);
});
