import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { countFormer, findFormer } from '../../src/search/search-history.ts';
import { readFormerVersions } from '../../src/store/former-versions.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { factsOf, writeStore } from '../store/support/write-store.ts';
import { NOW_MS } from './support/sample-store.ts';

const REPOSITORY = 'https://service.example/acme/app';

/** Bodies of the first snapshot, as JSON; the second snapshot has another one in their place. */
const BODIES = [
  String.raw`"The HERON flew\naway"`,
  '"Das Café in der Hauptstraße"',
  String.raw`"Un caf\u00e9, s'il vous pla\u00eet"`,
  '"Two crashes a day"',
];

let path: string;

beforeAll(async () => {
  path = join(temporaryFolder(), 'work.db');
  for (const [archive, bodies] of [
    ['one', BODIES],
    ['two', BODIES.map(() => '"Nothing."')],
  ] as const) {
    const comments = bodies.map(
      (body, index) =>
        `{"type":"issue_comment","url":"${REPOSITORY}/issues/1#issuecomment-${index + 1}","user":"https://service.example/mira","body":${body}}`,
    );
    await writeStore(path, [batchOf('issue_comment', comments)], factsOf(`${archive}.tar.gz`));
  }
});

function open() {
  const { db, close } = openStore(path);
  onTestFinished(() => close());
  return db;
}

describe('findFormer()', () => {
  it.each([
    ['heron', [1]],
    ['hero*', [1]],
    ['"heron flew away"', [1]],
    ['heron -away', []],
    ['heron OR crash', [1, 4]],
    ['crash', [4]],
    ['"crash"', []],
    ['cafe', [2, 3]],
    ['café plaît', [3]],
    ['hauptstrasse', [2]],
    ['heron author:mira', [1]],
    ['heron author:Mira', [1]],
    ['heron author:bjorn', []],
    ['author:bjorn OR heron', [1]],
    ['heron type:issue', []],
    ['heron is:open', []],
    ['-nothing author:mira', [1, 2, 3, 4]],
  ])('finds for %j the texts that it should', (text, numbers) => {
    const { hits } = findFormer(open(), text, { nowMs: NOW_MS, limit: 9 });
    expect(hits.map(({ url }) => Number(url.slice(-1))).toSorted()).toEqual(numbers);
  });

  it('shows the text of a hit, and its title only if that alone has the words', async () => {
    const own = join(temporaryFolder(), 'work.db');
    for (const [archive, title, body] of [
      ['one', 'A heron with a crest', 'The heron flew'],
      ['two', 'Nothing', 'Nothing'],
    ]) {
      const url = `${REPOSITORY}/issues/1`;
      const issue = { type: 'issue', url, user: 'https://service.example/mira', title, body };
      await writeStore(own, [batchOf('issue', [issue])], factsOf(`${archive}.tar.gz`));
    }
    const { db, close } = openStore(own);
    onTestFinished(() => close());
    const shownFor = (text: string) =>
      findFormer(db, text, { nowMs: NOW_MS, limit: 9 }).hits.map(({ snippet }) =>
        snippet.map((part) => part.text).join(''),
      );
    expect(shownFor('heron')).toEqual(['The heron flew']);
    expect(shownFor('crest')).toEqual(['A heron with a crest']);
  });
});

describe('countFormer()', () => {
  it('counts up to a number, and says that there are more', () => {
    const hits = [1, 2, 2].map((id) => ({ lastSnapshot: { id, takenAt: undefined } }));
    expect(countFormer(hits)).toBe('3 in older snapshots');
    expect(countFormer(hits.slice(1), 2)).toBe('2 in snapshot 2');
    expect(countFormer(hits, 2)).toBe('2+ in older snapshots');
    expect(countFormer([], 2)).toBeUndefined();
  });
});

describe('readFormerVersions()', () => {
  it('leaves out what is in ASCII and lacks a text, without reading it', () => {
    const urls = (...texts: string[]) =>
      [...readFormerVersions(open(), { kinds: ['issue_comment'], texts })].map(({ url }) => url.slice(-1));
    expect(urls('heron', 'away')).toEqual(['1', '2', '3']);
    expect(urls('heron', 'crash')).toEqual(['2', '3']);
    expect(urls()).toHaveLength(BODIES.length);
  });
});
