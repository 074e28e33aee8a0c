import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/base/json.ts';
import { createArchiveCoverage } from '../../../src/store/history/archive-coverage.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { factsOf, writeStore } from '../support/write-store.ts';

interface Case {
  readonly scope?: JsonValue;
  /** Kinds with a record file in the archive. */
  readonly kinds?: readonly string[];
  /** Kinds of which a record could not be identified. */
  readonly unidentified?: readonly string[];
  /** Repositories with a record in the archive, at its service. */
  readonly repositories?: readonly string[];
  /** The repository that had the name of the record's before. */
  readonly idBefore?: string;
  /** An issue of "acme/app" by default. */
  readonly record?: readonly [kind: string, repo: string | null, host?: string];
}

const HOST = 'service.example';

const NAMED = { repositories: ['acme/app'] };

/** The account had another repository, which the backup left out. */
const LISTED = {
  ...NAMED,
  repositoryIds: { 'acme/app': 7, 'acme/site': 9 },
  listed: { owner: 'Acme', count: 2, others: { 'acme/left': 8 } },
};

/** What an archive says of a record that it lacks: it is gone from the service. */
const GONE: Readonly<Record<string, Case>> = {
  'without a request, a kind with a file in a repository that is there': { kinds: ['issue'] },
  'a name in another case': { kinds: ['issue'], repositories: ['Acme/App'] },
  'another kind than that of a record that could not be identified': {
    scope: NAMED,
    unidentified: ['release'],
  },
  'a host in another case': { kinds: ['issue'], record: ['issue', 'acme/app', 'Service.Example'] },
  'a kind without a file that the request includes': { scope: NAMED },
  'the repository itself that was asked for': { scope: NAMED, record: ['repository', 'acme/app'] },
  'a repository that was not asked for and is there all the same': {
    scope: NAMED,
    repositories: ['acme/site'],
    record: ['issue', 'acme/site'],
  },
  'an issue where releases were left out': { scope: { ...NAMED, excludeReleases: true } },
  'a switch that was set to off': {
    scope: { ...NAMED, excludeReleases: false },
    record: ['release', 'acme/app'],
  },
  'a repository that the list of the account lacks': { scope: LISTED, record: ['issue', 'acme/gone'] },
  'the former name of a repository that is there': {
    scope: { ...NAMED, repositoryIds: { 'acme/app': 7 } },
    idBefore: '7',
    record: ['issue', 'zoo/gone'],
  },
};

/** The same, where it says nothing of it. */
const UNSAID: Readonly<Record<string, Case>> = {
  'without a request, a kind without a file': { kinds: ['release'] },
  'without a request, a repository that is not there': { kinds: ['issue'], repositories: ['acme/site'] },
  'a kind of which a record could not be identified': { scope: NAMED, unidentified: ['issue'] },
  'a kind that is unknown, as is that of a record that could not be identified': {
    scope: NAMED,
    unidentified: ['widgets'],
    record: ['widget', 'acme/app'],
  },
  'a repository of the same name at another service': {
    kinds: ['issue'],
    record: ['issue', 'acme/app', 'ghes.example'],
  },
  'a requested repository at another service': {
    scope: NAMED,
    repositories: ['acme/site'],
    record: ['issue', 'acme/app', 'ghes.example'],
  },
  'a requested repository that the archive lacks': { scope: NAMED, repositories: [] },
  'a record of no repository': { kinds: ['issue'], record: ['issue', null] },
  'a repository that was not asked for': { scope: NAMED, record: ['issue', 'acme/site'] },
  'a release where releases were left out': {
    scope: { ...NAMED, excludeReleases: true },
    record: ['release', 'acme/app'],
  },
  'anything where metadata was left out': { scope: { ...NAMED, excludeMetadata: true } },
  'an upload where attachments were left out': {
    scope: { ...NAMED, excludeAttachments: true },
    record: ['repository_file', 'acme/app'],
  },
  'a project where projects were left out': {
    scope: { ...NAMED, excludeOwnerProjects: true },
    record: ['project', 'acme/app'],
  },
  'anything where only the organization was asked for': {
    scope: { repositories: [], orgMetadataOnly: true },
  },
  'a repository of another account than that of the list': { scope: LISTED, record: ['issue', 'zoo/gone'] },
  'a repository that the list of the account at another service lacks': {
    scope: LISTED,
    record: ['issue', 'acme/gone', 'ghes.example'],
  },
  'a listed repository that was left out': { scope: LISTED, record: ['issue', 'Acme/Left'] },
  'the former name of a listed repository that was left out': {
    scope: LISTED,
    idBefore: '8',
    record: ['issue', 'acme/gone'],
  },
  'the former name of a repository that was asked for and is not there': {
    scope: { ...LISTED, repositories: ['acme/app', 'acme/site'], listed: { ...LISTED.listed, count: 3 } },
    idBefore: '9',
    record: ['issue', 'acme/gone'],
  },
  'anything else if one that was asked for is not there and has no id': {
    scope: { ...LISTED, repositories: ['acme/app', 'acme/new'], listed: { ...LISTED.listed, count: 3 } },
    record: ['issue', 'acme/gone'],
  },
  'a repository that the list lacks if a part of the backup is missing': {
    scope: { ...LISTED, listed: { ...LISTED.listed, count: 3 } },
    record: ['issue', 'acme/gone'],
  },
  'a release of a repository that the list lacks where releases were left out': {
    scope: { ...LISTED, excludeReleases: true },
    record: ['release', 'acme/gone'],
  },
  'a repository that the list lacks if the archive could be read in part alone': {
    scope: { ...LISTED, salvaged: 'it was cut' },
    record: ['issue', 'acme/gone'],
  },
  ...Object.fromEntries(
    ['user', 'organization', 'team'].map((kind): [string, Case] => [
      `a record of the kind ${kind}`,
      { scope: NAMED, kinds: [kind], record: [kind, 'acme/app'] },
    ]),
  ),
};

describe('createArchiveCoverage()', () => {
  it.each([
    ...Object.entries(GONE).map(([name, facts]) => ({ name, facts, isGone: true })),
    ...Object.entries(UNSAID).map(([name, facts]) => ({ name, facts, isGone: false })),
  ])('judges $name', ({ facts, isGone }) => {
    const { scope, record = ['issue', 'acme/app'], idBefore } = facts;
    const { kinds = [], unidentified = [], repositories = ['acme/app'] } = facts;
    const coverage = createArchiveCoverage({
      claim: 'request',
      scope,
      kinds: new Set(kinds),
      unidentified: new Set(unidentified),
      repositories: repositories.map((repo) => `https://${HOST}/${repo}`),
      idBefore: () => idBefore,
    });
    const [kind, repo, host = HOST] = record;
    expect(coverage.covers({ kind, repo, url: `https://${host}/${repo}`, home: null })).toBe(isGone);
  });
});

describe('a load', () => {
  it('removes nothing of a repository with the same name at another service', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const load = async (host: string, images: number) => {
      const repository = `https://${host}/acme/app`;
      const issue = `${repository}/issues/1`;
      const batches = [
        batchOf('repository', [{ type: 'repository', url: repository }]),
        batchOf('issue', [{ type: 'issue', url: issue, repository, title: host }]),
        batchOf(
          'attachment',
          Array.from({ length: images }, (_, at) => {
            return { type: 'attachment', url: `https://images.example/${host}/${at}.png`, issue };
          }),
        ),
        batchOf('note', [{ type: 'note', repository, text: host }]),
      ];
      const { changes } = await writeStore(path, batches, factsOf(host, `${host} ${images}`));
      return Object.values(changes).reduce((sum, { vanished }) => sum + vanished, 0);
    };
    expect([await load(HOST, 2), await load('ghes.example', 1)]).toEqual([0, 0]);
    expect(await load(HOST, 1)).toBe(1);
  });
});
