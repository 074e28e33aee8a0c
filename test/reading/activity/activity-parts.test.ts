import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ACTIVITY_PARTS } from '../../../src/reading/activity/activity-parts.table.ts';
import { type ActivityScope, countActivity, shareActivity } from '../../../src/reading/read-activity.ts';
import { openForReading } from '../../../src/store/open-for-reading.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';
import { type Contribution, type InventedThread, inventWork } from './support/invent-work.ts';

const WORK = inventWork(120);
const SCOPES: readonly ActivityScope[] = [
  { of: 'everything', name: '' },
  { of: 'repo', name: 'acme/app' },
  { of: 'owner', name: 'acme', repos: ['acme/app', 'acme/lib'] },
  { of: 'person', name: 'mira' },
];

let directory: string;
let path: string;

beforeAll(async () => {
  directory = temporaryFolder();
  path = join(directory, 'a.db');
  await writeStore(
    path,
    [...WORK.records].map(([kind, records]) => batchOf(kind, [...records])),
  );
});

describe('ACTIVITY_PARTS', () => {
  it.each(SCOPES)('counts $of $name like a loop over all records', (scope) => {
    const db = openForReading(path);
    onTestFinished(() => void db.close());
    const activity = new Map(shareActivity(scope).flatMap((parts) => countActivity(db, { scope, parts })));
    const contributions = WORK.contributions.filter((contribution) => isWithin(scope, contribution));
    const threads = WORK.threads.filter((thread) => isWithin(scope, thread));
    const told = (part: keyof typeof ACTIVITY_PARTS) =>
      Object.fromEntries(
        (activity.get(part) ?? []).map(({ label, series, value }) => [`${label} ${series}`, value]),
      );
    expect(told('months')).toEqual(countBy(contributions, ({ at }) => `${at.slice(0, 7)} contributions`));
    expect(told('flow')).toEqual(countBy(threads.flatMap(flowOf), (key) => key));
    expect(told('labels')).toEqual(
      countBy(
        threads.flatMap(({ labels, isIssue }) =>
          labels.map((label) => `${label} ${isIssue ? 'issues' : 'pull requests'}`),
        ),
        (key) => key,
      ),
    );
    expect(told('first-answer')).toEqual(sharesOf(threads.flatMap(firstAnswer)));
    expect(told('merge-time')).toEqual(sharesOf(threads.flatMap(mergeTime)));
    if (scope.of !== 'repo') {
      expect(told('repositories')).toEqual(countBy(contributions, ({ repo }) => `${repo} contributions`));
    }
    if (scope.of !== 'person') {
      expect(told('contributors')).toEqual(
        countBy(
          contributions.filter(({ author }) => author !== null),
          ({ author, series }) => `${author} ${series}`,
        ),
      );
    }
  });

  it.each([
    [
      'first-answer',
      'comment USING COVERING INDEX issue_comments_thread_url (thread_url=? AND created_at>?)',
    ],
    ['flow', 'issues USING COVERING INDEX issues_list (repo=?)'],
    ['flow', 'pull_requests USING COVERING INDEX pull_requests_list (repo=?)'],
    ['merge-time', 'pull_requests USING COVERING INDEX pull_requests_list (repo=?)'],
    ['contributors', 'issue_comments USING COVERING INDEX issue_comments_repo (repo=?)'],
    ['contributors', 'pull_request_reviews USING COVERING INDEX pull_request_reviews_repo (repo=?)'],
  ] as const)('asks indexes alone for %s: %s', (part, step) => {
    const db = openForReading(path);
    const plan = db
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${ACTIVITY_PARTS[part]('repo = :name')}`)
      .all({ name: 'acme/app' });
    db.close();
    expect(plan.map(({ detail }) => detail)).toContain(`SEARCH ${step}`);
  });
});

function isWithin(
  { of, name }: ActivityScope,
  { repo, author }: Pick<Contribution, 'repo' | 'author'>,
): boolean {
  switch (of) {
    case 'everything':
      return true;
    case 'repo':
      return repo === name;
    case 'owner':
      return repo.startsWith(`${name}/`);
    case 'person':
      return author === name;
  }
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) {
    counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  }
  return counts;
}

function flowOf({ isIssue, at, closedAt }: InventedThread): readonly string[] {
  const what = isIssue ? 'issues' : 'pull requests';
  return [
    `${at.slice(0, 7)} ${what} opened`,
    ...(closedAt === null ? [] : [`${closedAt.slice(0, 7)} ${what} closed`]),
  ];
}

interface Wait {
  readonly month: string;
  readonly hours: number;
}

function firstAnswer({ at, author, below }: InventedThread): readonly Wait[] {
  const answers = below
    .filter(
      (contribution) =>
        contribution.series !== 'remarks' &&
        contribution.author !== author &&
        !(contribution.author ?? '').endsWith('[bot]'),
    )
    .map((contribution) => contribution.at)
    .sort();
  const [first] = answers;
  return first === undefined ? [] : [waitBetween(at, first, at)];
}

function mergeTime({ at, mergedAt }: InventedThread): readonly Wait[] {
  return mergedAt === null ? [] : [waitBetween(at, mergedAt, mergedAt)];
}

function waitBetween(from: string, to: string, at: string): Wait {
  return { month: at.slice(0, 7), hours: Math.max(0, Date.parse(to) - Date.parse(from)) / 3_600_000 };
}

const SHARES = [
  ['half within', 0.5],
  ['3 of 4 within', 0.75],
  ['9 of 10 within', 0.9],
] as const;

/** Counts and percentiles with linear interpolation; the tolerance covers rounding to tenths and of binary fractions of days. */
function sharesOf(waits: readonly Wait[]): Record<string, unknown> {
  const labels = waits.length === 0 ? [] : [...new Set(waits.map(({ month }) => month)), 'all'];
  return Object.fromEntries(
    labels.flatMap((label) => {
      const sorted = waits
        .flatMap((wait) => (label === 'all' || wait.month === label ? [wait.hours] : []))
        .sort((one, other) => one - other);
      const shares = SHARES.map(([name, share]) => {
        const place = share * (sorted.length - 1);
        const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
        const hours = low + (high - low) * (place % 1);
        return [`${label} ${name}`, expect.closeTo(hours, 0)];
      });
      return [[`${label} threads`, sorted.length], ...shares];
    }),
  );
}
