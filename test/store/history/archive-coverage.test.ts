import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/base/index.ts';
import { createArchiveCoverage } from '../../../src/store/history/archive-coverage.ts';
import { batchOf } from '../support/archive-text.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
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
  readonly record: readonly [kind: string, repo: string | null, host?: string];
  readonly isGone: boolean;
}

/** The service that the archive is from. */
const HOST = 'service.example';

const NAMED = { repositories: ['acme/app'] };

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
    name: 'a requested repository of an archive that has none',
    scope: NAMED,
    record: ['issue', 'acme/app', 'ghes.example'],
    isGone: true,
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
  ...['user', 'organization', 'team'].map((kind) => ({
    name: `a record of the kind ${kind}`,
    scope: NAMED,
    kinds: [kind],
    record: [kind, 'acme/app'] as const,
    isGone: false,
  })),
];

describe('createArchiveCoverage()', () => {
  it.each(CASES)('judges $name', ({ scope, record, isGone, ...rest }) => {
    const { kinds = [], unidentified = [], repositories = [] } = rest;
    const coverage = createArchiveCoverage({
      claim: 'request',
      scope,
      kinds: new Set(kinds),
      unidentified: new Set(unidentified),
      repositories: repositories.map((repo) => `https://${HOST}/${repo}`),
    });
    const [kind, repo, host = HOST] = record;
    expect(coverage.covers({ kind, repo, url: `https://${host}/${repo}`, home: null })).toBe(isGone);
  });
});

describe('a load', () => {
  it('removes nothing of a repository with the same name at another service', async () => {
    const path = join(temporaryDirectory(), 'a.db');
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
