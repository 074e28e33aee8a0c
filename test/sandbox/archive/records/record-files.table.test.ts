import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../../src/base/random.ts';
import { writeArchive } from '../../../../src/sandbox/write-archive.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';
import { makeWorld, repositoryNames } from '../../support/make-world.ts';
import { type JsonRecord, type UnpackedArchive, unpackArchive } from '../../support/unpack-archive.ts';

const world = makeWorld();
const directory = temporaryFolder();
let archive: UnpackedArchive;

/** Fields whose addresses are those of records in the archive. A dot leads into objects and arrays. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  team: ['organization'],
  repository: ['owner', 'collaborators.user'],
  milestone: ['repository', 'user'],
  issue: ['repository', 'user', 'assignee', 'assignees', 'milestone'],
  pull_request: ['repository', 'user', 'assignee', 'assignees', 'milestone', 'base.user', 'base.repo'],
  pull_request_review: ['pull_request', 'user'],
  pull_request_review_thread: ['pull_request', 'pull_request_review', 'resolver'],
  pull_request_review_comment: [
    'pull_request',
    'pull_request_review',
    'pull_request_review_thread',
    'in_reply_to',
    'user',
  ],
  issue_comment: ['issue', 'pull_request', 'user'],
  commit_comment: ['repository', 'user'],
  issue_event: ['issue', 'pull_request'],
  attachment: ['issue', 'issue_comment', 'pull_request', 'user'],
  repository_file: ['repository', 'user'],
  release: ['repository', 'user', 'release_assets.user'],
  protected_branch: ['creator_url', 'repository_url', 'authorized_team_urls'],
  discussion: ['repository', 'user', 'discussion_category'],
  discussion_category: ['repository'],
};

beforeAll(async () => {
  const workDirectory = join(directory, 'work');
  mkdirSync(workDirectory);
  const path = join(directory, 'archive.tar.gz');
  await writeArchive({
    world,
    request: { repositories: repositoryNames(world) },
    generation: 'current',
    path,
    workDirectory,
    guid: 'g',
    random: createSeededRandom('references'),
  });
  archive = unpackArchive(path, join(directory, 'out'));
});

/** All values at a path of fields; arrays on the way are walked through. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => valuesAt(item, path));
  }
  const [field, ...rest] = path;
  if (field === undefined) {
    return value === null || value === undefined ? [] : [value];
  }
  return typeof value === 'object' && value !== null ? valuesAt((value as JsonRecord)[field], rest) : [];
}

function allRecords(): readonly JsonRecord[] {
  return [...archive.records.values()].flat();
}

describe('RECORD_FILES', () => {
  it('gives every record a unique URL', () => {
    const keys = allRecords().map(({ type, url }) => `${type} ${url}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => !key.includes(` ${world.webUrl}/`))).toEqual([]);
  });

  it('refers to records that are in the archive', () => {
    const urls = new Set<unknown>(allRecords().map(({ url }) => url));
    let followed = 0;
    for (const record of allRecords()) {
      for (const field of REFERENCES[record.type] ?? []) {
        const named = valuesAt(record, field.split('.'));
        expect(
          named.filter((url) => !urls.has(url)),
          `${record.url} ${field}`,
        ).toEqual([]);
        followed += named.length;
      }
    }
    expect(followed).toBeGreaterThan(100);
  });

  it('names labels that their repository has', () => {
    const labels = new Set(
      (archive.records.get('repositories') ?? []).flatMap((record) => valuesAt(record, ['labels', 'url'])),
    );
    const named = allRecords()
      .filter(({ type }) => type !== 'repository')
      .flatMap((record) => [...valuesAt(record, ['labels']), ...valuesAt(record, ['label'])]);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((label) => !labels.has(label))).toEqual([]);
  });

  it('lets some people who only react, follow or left be missing, as real archives do', () => {
    const urls = new Set<unknown>(allRecords().map(({ url }) => url));
    const outside = (type: string, ...path: readonly string[]) =>
      allRecords()
        .filter((record) => record.type === type)
        .flatMap((record) => valuesAt(record, path))
        .filter((url) => !urls.has(url));
    expect(outside('issue', 'reactions', 'user').length).toBeGreaterThan(0);
    expect(outside('issue_event', 'actor').length).toBeGreaterThan(0);
    expect(outside('pull_request', 'head', 'repo').length).toBeGreaterThan(0);
    expect(outside('team', 'permissions', 'repository').length).toBeGreaterThan(0);
  });

  it('returns bytes for every upload, and an upload for all bytes', () => {
    const named = allRecords()
      .flatMap((record) => [
        record['asset_url'],
        record['file_url'],
        ...valuesAt(record, ['release_assets', 'asset_url']),
      ])
      .filter((url) => typeof url === 'string')
      .map((url) => url.replace('tarball://root/', './'));
    expect(named.toSorted()).toEqual(
      archive.names
        .filter((name) => /^\.\/(?:attachments|repository_files|releases)\/.*[^/]$/.test(name))
        .toSorted(),
    );
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) {
      expect(statSync(join(archive.directory, name)).size).toBeGreaterThan(0);
    }
  });

  it('serves pictures that begin like pictures', () => {
    const attachments = archive.records.get('attachments') ?? [];
    expect(attachments.length).toBeGreaterThan(0);
    for (const record of attachments) {
      const name = String(record['asset_url']).replace('tarball://root/', '');
      const head = readFileSync(join(archive.directory, name)).subarray(1, 4).toString('latin1');
      expect([record['asset_content_type'], head]).toEqual(['image/png', 'PNG']);
    }
  });

  it('has times in UTC, but reactions in the time of the account', () => {
    const offset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;
    const issues = (archive.records.get('issues') ?? []).flatMap((record) =>
      valuesAt(record, ['reactions', 'created_at']),
    );
    const releases = (archive.records.get('releases') ?? []).flatMap((record) =>
      valuesAt(record, ['reactions', 'created_at']),
    );
    expect(issues.filter((time) => !offset.test(String(time)))).toEqual([]);
    expect(releases.filter((time) => !/Z$/.test(String(time)))).toEqual([]);
    expect(issues.length).toBeGreaterThan(10);
    expect(releases.length).toBeGreaterThan(3);
    const created = allRecords()
      .map((record) => record['created_at'])
      .filter((time) => time !== undefined);
    expect(created.filter((time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(time)))).toEqual([]);
  });
});
