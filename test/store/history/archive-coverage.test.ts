import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/base/index.ts';
import { createArchiveCoverage } from '../../../src/store/history/archive-coverage.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { factsOf, writeStore } from '../support/write-store.ts';

interface Case {
  readonly name: string;
  readonly scope?: JsonValue;
  /** Kinds with a record file in the archive. */
  readonly kinds?: readonly string[];
  /** Kinds of which a record could not be identified. */
  readonly unidentified?: readonly string[];
  /** Repositories with a record in the archive, at its service. */
  readonly repositories?: readonly string[];
  /** The repository that had the name of the record's before. */
  readonly idBefore?: string;
  readonly record: readonly [kind: string, repo: string | null, host?: string];
  readonly isGone: boolean;
}

/** The service that the archive is from. */
const HOST = 'service.example';

const NAMED = { repositories: ['acme/app'] };

/** The account had another repository, which the backup left out. */
const LISTED = {
  ...NAMED,
  repositoryIds: { 'acme/app': 7, 'acme/site': 9 },
  listed: { owner: 'Acme', count: 2, others: { 'acme/left': 8 } },
};

const CASES: readonly Case[] = [
  {
    name: 'without a request, a kind with a file in a repository that is there',
    kinds: ['issue'],
    repositories: ['acme/app'],
    record: ['issue', 'acme/app'],
    isGone: true,
  },
  {
    name: 'without a request, a kind without a file',
    kinds: ['release'],
    repositories: ['acme/app'],
    record: ['issue', 'acme/app'],
    isGone: false,
  },
  {
    name: 'without a request, a repository that is not there',
    kinds: ['issue'],
    repositories: ['acme/site'],
    record: ['issue', 'acme/app'],
    isGone: false,
  },
  {
    name: 'a name in another case',
    kinds: ['issue'],
    repositories: ['Acme/App'],
    record: ['issue', 'acme/app'],
    isGone: true,
  },
  {
    name: 'a kind of which a record could not be identified',
    scope: NAMED,
    unidentified: ['issue'],
    record: ['issue', 'acme/app'],
    isGone: false,
  },
  {
    name: 'a kind that is unknown, as is that of a record that could not be identified',
    scope: NAMED,
    unidentified: ['widgets'],
    record: ['widget', 'acme/app'],
    isGone: false,
  },
  {
    name: 'another kind than that of a record that could not be identified',
    scope: NAMED,
    unidentified: ['release'],
    record: ['issue', 'acme/app'],
    isGone: true,
  },
  {
    name: 'a repository of the same name at another service',
    kinds: ['issue'],
    repositories: ['acme/app'],
    record: ['issue', 'acme/app', 'ghes.example'],
    isGone: false,
  },
  {
    name: 'a requested repository at another service',
    scope: NAMED,
    repositories: ['acme/site'],
    record: ['issue', 'acme/app', 'ghes.example'],
    isGone: false,
  },
  {
    name: 'a requested repository that the archive lacks',
    scope: NAMED,
    repositories: [],
    record: ['issue', 'acme/app'],
    isGone: false,
  },
  {
    name: 'a host in another case',
    kinds: ['issue'],
    repositories: ['acme/app'],
    record: ['issue', 'acme/app', 'Service.Example'],
    isGone: true,
  },
  {
    name: 'a record of no repository',
    kinds: ['issue'],
    repositories: ['acme/app'],
    record: ['issue', null],
    isGone: false,
  },
  {
    name: 'a kind without a file that the request includes',
    scope: NAMED,
    record: ['issue', 'acme/app'],
    isGone: true,
  },
  {
    name: 'the repository itself that was asked for',
    scope: NAMED,
    record: ['repository', 'acme/app'],
    isGone: true,
  },
  {
    name: 'a repository that was not asked for',
    scope: NAMED,
    record: ['issue', 'acme/site'],
    isGone: false,
  },
  {
    name: 'a repository that was not asked for and is there all the same',
    scope: NAMED,
    repositories: ['acme/site'],
    record: ['issue', 'acme/site'],
    isGone: true,
  },
  {
    name: 'a release where releases were left out',
    scope: { ...NAMED, excludeReleases: true },
    record: ['release', 'acme/app'],
    isGone: false,
  },
  {
    name: 'an issue where releases were left out',
    scope: { ...NAMED, excludeReleases: true },
    record: ['issue', 'acme/app'],
    isGone: true,
  },
  {
    name: 'a switch that was set to off',
    scope: { ...NAMED, excludeReleases: false },
    record: ['release', 'acme/app'],
    isGone: true,
  },
  {
    name: 'anything where metadata was left out',
    scope: { ...NAMED, excludeMetadata: true },
    record: ['issue', 'acme/app'],
    isGone: false,
  },
  {
    name: 'an upload where attachments were left out',
    scope: { ...NAMED, excludeAttachments: true },
    record: ['repository_file', 'acme/app'],
    isGone: false,
  },
  {
    name: 'a project where projects were left out',
    scope: { ...NAMED, excludeOwnerProjects: true },
    record: ['project', 'acme/app'],
    isGone: false,
  },
  {
    name: 'anything where only the organization was asked for',
    scope: { repositories: [], orgMetadataOnly: true },
    repositories: ['acme/app'],
    record: ['issue', 'acme/app'],
    isGone: false,
  },
  {
    name: 'a repository that the list of the account lacks',
    scope: LISTED,
    record: ['issue', 'acme/gone'],
    isGone: true,
  },
  {
    name: 'a repository of another account than that of the list',
    scope: LISTED,
    record: ['issue', 'zoo/gone'],
    isGone: false,
  },
  {
    name: 'a repository that the list of the account at another service lacks',
    scope: LISTED,
    record: ['issue', 'acme/gone', 'ghes.example'],
    isGone: false,
  },
  {
    name: 'a listed repository that was left out',
    scope: LISTED,
    record: ['issue', 'Acme/Left'],
    isGone: false,
  },
  {
    name: 'the former name of a listed repository that was left out',
    scope: LISTED,
    idBefore: '8',
    record: ['issue', 'acme/gone'],
    isGone: false,
  },
  {
    name: 'the former name of a repository that is there',
    scope: { ...NAMED, repositoryIds: { 'acme/app': 7 } },
    idBefore: '7',
    record: ['issue', 'zoo/gone'],
    isGone: true,
  },
  {
    name: 'the former name of a repository that was asked for and is not there',
    scope: { ...LISTED, repositories: ['acme/app', 'acme/site'], listed: { ...LISTED.listed, count: 3 } },
    idBefore: '9',
    record: ['issue', 'acme/gone'],
    isGone: false,
  },
  {
    name: 'anything else if one that was asked for is not there and has no id',
    scope: { ...LISTED, repositories: ['acme/app', 'acme/new'], listed: { ...LISTED.listed, count: 3 } },
    record: ['issue', 'acme/gone'],
    isGone: false,
  },
  {
    name: 'a repository that the list lacks if a part of the backup is missing',
    scope: { ...LISTED, listed: { ...LISTED.listed, count: 3 } },
    record: ['issue', 'acme/gone'],
    isGone: false,
  },
  {
    name: 'a release of a repository that the list lacks where releases were left out',
    scope: { ...LISTED, excludeReleases: true },
    record: ['release', 'acme/gone'],
    isGone: false,
  },
  {
    name: 'a repository that the list lacks if the archive could be read in part alone',
    scope: { ...LISTED, salvaged: 'it was cut' },
    record: ['issue', 'acme/gone'],
    isGone: false,
  },
  ...['user', 'organization', 'team'].map((kind) => ({
    name: `a record of the kind ${kind}`,
    scope: NAMED,
    kinds: [kind],
    record: [kind, 'acme/app'] as const,
    isGone: false,
  })),
];

describe('createArchiveCoverage()', () => {
  it.each(CASES)('judges $name', ({ scope, record, idBefore, isGone, ...rest }) => {
    const { kinds = [], unidentified = [], repositories = ['acme/app'] } = rest;
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
