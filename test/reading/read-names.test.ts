import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openReading } from '../../src/reading/open-reading.ts';
import { createKnownNames, requireRepository, requireSpellings } from '../../src/reading/read-names.ts';
import { parseThreadAddress } from '../../src/reading/thread-address.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { factsOf, writeStore } from '../store/support/write-store.ts';

const KNOWN = createKnownNames(['acme/App', 'acme/app', 'acme/site', 'zoo/Site']);

describe('requireRepository()', () => {
  it.each([
    ['acme/app', 'acme/app'],
    ['acme/App', 'acme/App'],
    ['ACME/Site', 'acme/site'],
  ])('finds %s', (name, found) => {
    expect(requireRepository(KNOWN, name)).toBe(found);
  });

  it.each([
    ['site', 'Write acme/site or zoo/Site'],
    ['ACME/APP', 'Write acme/App or acme/app'],
  ])('refuses %s with a hint that can be followed', (name, hint) => {
    expect(() => requireRepository(KNOWN, name)).toThrow(expect.objectContaining({ code: 'usage', hint }));
  });

  it.each([
    ['acme/sight', 'Did you mean acme/site?'],
    ['somebody-else-entirely/sites', 'Did you mean acme/site?'],
    ['nothing/like-it', 'repositoryNames() of the store lists all of them'],
  ])('suggests for %s what was meant, by the name alone if the owner differs', (name, hint) => {
    expect(() => requireRepository(KNOWN, name)).toThrow(expect.objectContaining({ code: 'absent', hint }));
  });
});

describe('requireSpellings()', () => {
  it.each([
    ['acme/app', ['acme/app', 'acme/App']],
    ['APP', ['acme/App', 'acme/app']],
    ['acme/site', ['acme/site']],
  ])('finds all of %s, the exact one first', (name, found) => {
    expect(requireSpellings(KNOWN, name)).toEqual(found);
  });

  it('takes the spellings of one repository for one, but not different repositories', () => {
    expect(requireSpellings(createKnownNames(KNOWN.all.slice(0, 2)), undefined)).toEqual(
      KNOWN.all.slice(0, 2),
    );
    expect(() => requireSpellings(KNOWN, undefined)).toThrow('the store has 4');
    expect(() => requireSpellings(KNOWN, 'site')).toThrow('2 repositories have this name');
    expect(() => requireSpellings(createKnownNames([]), undefined)).toThrow('the store has none');
  });
});

describe('a repository whose name changed its case', () => {
  it('is found by any spelling, with the records that only an older archive has', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const load = async (name: string, kinds: readonly string[]) => {
      const repository = `https://service.example/acme/${name}`;
      const records = {
        repository: { type: 'repository', url: repository, name },
        issue: { type: 'issue', url: `${repository}/issues/1`, repository, title: name },
        release: { type: 'release', url: `${repository}/releases/tag/v1`, repository, tag_name: 'v1' },
      };
      const batches = Object.entries(records).flatMap(([kind, record]) =>
        kinds.includes(kind) ? [batchOf(kind, [record])] : [],
      );
      await writeStore(path, batches, factsOf(name, name));
    };
    await load('app', ['repository', 'issue', 'release']);
    await load('App', ['repository', 'issue']);
    const reading = openReading(path);
    onTestFinished(() => reading.close());
    for (const repo of ['acme/app', 'acme/App', 'ACME/APP', 'app']) {
      expect(reading.thread(parseThreadAddress([`${repo}#1`])).title).toBe('App');
      const filter = { repo, limit: 9, isOldestFirst: false };
      expect([...reading.releases(filter)].map(({ tag }) => tag)).toEqual(['v1']);
      expect(reading.release({ repo, tag: 'v1' }).repo).toBe('acme/app');
      expect(reading.threads({ kind: 'issue', repo, limit: 9, nowMs: 0 }).count).toBe(1);
    }
    expect(reading.thread(parseThreadAddress(['1'])).repo).toBe('acme/App');
    expect(reading.repository('acme/App').url).toBe('https://service.example/acme/App');
  });
});
