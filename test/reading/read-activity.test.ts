import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ActivityScope, countActivity, shareActivity } from '../../src/reading/read-activity.ts';
import { openForReading } from '../../src/store/open-for-reading.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { writeStore } from '../store/support/write-store.ts';

const ORIGIN = 'https://service.example';
const REPOSITORY = `${ORIGIN}/acme/app`;

let directory: string;
let path: string;

beforeAll(async () => {
  directory = temporaryFolder();
  path = join(directory, 'a.db');
  await writeStore(path, [
    batchOf('repository', [
      { type: 'repository', url: REPOSITORY, owner: `${ORIGIN}/acme`, name: 'app' },
      { type: 'repository', url: `${ORIGIN}/other/lib`, owner: `${ORIGIN}/other`, name: 'lib' },
    ]),
    batchOf('issue', [
      {
        type: 'issue',
        url: `${REPOSITORY}/issues/1`,
        repository: REPOSITORY,
        user: `${ORIGIN}/mira`,
        title: 'One',
        labels: [`${REPOSITORY}/labels/bug`],
        created_at: '2024-01-07T10:00:00Z',
        closed_at: '2024-02-01T00:00:00Z',
      },
      {
        type: 'issue',
        url: `${ORIGIN}/other/lib/issues/1`,
        repository: `${ORIGIN}/other/lib`,
        user: `${ORIGIN}/zoe`,
        title: 'Elsewhere',
        created_at: '2024-01-08T10:00:00Z',
      },
    ]),
    batchOf('pull_request', [
      {
        type: 'pull_request',
        url: `${REPOSITORY}/pull/2`,
        repository: REPOSITORY,
        user: `${ORIGIN}/zoe`,
        title: 'Two',
        created_at: '2024-01-09T00:00:00Z',
        merged_at: '2024-01-10T12:00:00Z',
        closed_at: '2024-01-10T12:00:00Z',
      },
    ]),
    batchOf('issue_comment', [
      comment(1, 'mira', '2024-01-07T10:30:00Z'), // Comments by the author do not count as answers,
      comment(2, 'renovate[bot]', '2024-01-07T10:31:00Z'), // nor do those of bots.
      comment(3, 'zoe', '2024-01-07T16:00:00Z'),
    ]),
  ]);
});

function comment(id: number, login: string, createdAt: string) {
  return {
    type: 'issue_comment',
    url: `${REPOSITORY}/issues/1#issuecomment-${id}`,
    issue: `${REPOSITORY}/issues/1`,
    user: `${ORIGIN}/${login}`,
    body: 'words',
    created_at: createdAt,
  };
}

function read(scope: ActivityScope) {
  const db = openForReading(path);
  try {
    return new Map(shareActivity(scope).flatMap((parts) => countActivity(db, { scope, parts })));
  } finally {
    db.close();
  }
}

describe('countActivity()', () => {
  it('counts what was opened and closed in a repository, month by month', () => {
    const rows = read({ of: 'repo', name: 'acme/app' }).get('flow');
    expect(rows).toEqual([
      { label: '2024-01', series: 'issues opened', value: 1 },
      { label: '2024-01', series: 'pull requests closed', value: 1 },
      { label: '2024-01', series: 'pull requests opened', value: 1 },
      { label: '2024-02', series: 'issues closed', value: 1 },
    ]);
  });

  it('counts the first comment of another person as an answer, and none of a bot', () => {
    const rows = read({ of: 'repo', name: 'acme/app' }).get('first-answer') ?? [];
    expect(rows).toContainEqual({ label: '2024-01', series: 'half within', value: 6 });
  });

  it('measures merges from the opening', () => {
    const rows = read({ of: 'owner', name: 'acme', repos: ['acme/app'] }).get('merge-time') ?? [];
    expect(rows).toContainEqual({ label: '2024-01', series: '9 of 10 within', value: 36 });
  });

  it('counts people by what they did', () => {
    const activity = read({ of: 'repo', name: 'acme/app' });
    expect(activity.get('contributors')).toContainEqual({ label: 'zoe', series: 'comments', value: 1 });
    expect(activity.get('labels')).toEqual([{ label: 'bug', series: 'issues', value: 1 }]);
  });

  it('is limited to one person, wherever they wrote', () => {
    const activity = read({ of: 'person', name: 'zoe' });
    expect(activity.get('repositories')).toEqual([
      { label: 'acme/app', series: 'contributions', value: 2 },
      { label: 'other/lib', series: 'contributions', value: 1 },
    ]);
    expect(activity.has('contributors')).toBe(false);
  });

  it('counts everything if no name is given', () => {
    const activity = read({ of: 'everything', name: '' });
    expect(activity.get('months')).toEqual([{ label: '2024-01', series: 'contributions', value: 6 }]);
  });
});
