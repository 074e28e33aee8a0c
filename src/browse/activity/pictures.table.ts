import type { ActivityPart } from '../../reading/read-activity.ts';

interface Drawn {
  readonly part: ActivityPart;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly series: readonly string[];
}

const SHARES = ['half within', '3 of 4 within', '9 of 10 within'] as const;

export interface LinePicture extends Drawn {
  /** Whether it shows how long things took. */
  readonly hasSpans: boolean;
  /** What took so long. */
  readonly timed?: string;
  /** Whether its months can be added up; by default they can. */
  readonly hasTotal?: boolean;
}

/** Charts over time. */
export const LINE_PICTURES: readonly LinePicture[] = [
  {
    part: 'flow',
    id: 'flow-issues',
    title: 'Issues opened and closed',
    summary: 'Issues by the month in which they were opened and last closed.',
    series: ['issues opened', 'issues closed'],
    hasSpans: false,
  },
  {
    part: 'flow',
    id: 'flow-pull-requests',
    title: 'Pull requests opened and closed',
    summary: 'Pull requests by the month in which they were opened, and merged or closed.',
    series: ['pull requests opened', 'pull requests closed'],
    hasSpans: false,
  },
  {
    part: 'months',
    id: 'months',
    title: 'Contributions',
    summary: 'Issues, pull requests, discussions, comments, reviews and releases, month by month.',
    series: ['contributions'],
    hasSpans: false,
  },
  {
    part: 'first-answer',
    timed: 'thread',
    id: 'first-answer',
    title: 'Time to first response',
    summary:
      'Time from opening an issue or a pull request to the first response by someone else, by month of opening. Bots are excluded, and threads without a response do not count.',
    series: SHARES,
    hasSpans: true,
  },
  {
    part: 'merge-time',
    timed: 'pull request',
    id: 'merge-time',
    title: 'Time to merge',
    summary: 'Time from opening to merge, by month of the merge.',
    series: SHARES,
    hasSpans: true,
  },
];

/** Charts of the history of the default branch. */
export const COMMIT_PICTURES: readonly (Omit<LinePicture, 'part'> & {
  readonly part: 'commits' | 'authors';
})[] = [
  {
    part: 'commits',
    id: 'commits',
    title: 'Commits',
    summary: 'Commits of the default branch, by the month in which they were written.',
    series: ['commits'],
    hasSpans: false,
  },
  {
    part: 'authors',
    id: 'commit-authors',
    title: 'Authors of commits',
    summary: 'People who wrote commits of the default branch, by their names, month by month.',
    series: ['authors'],
    hasSpans: false,
    hasTotal: false,
  },
];

/** Its summary has no full stop: what it leaves out may follow. */
interface BarPicture extends Drawn {
  readonly labelName: string;
  /** Whether its bars can be added up: a thread has several labels. */
  readonly hasTotals: boolean;
}

/** Charts over names, in two columns: the first is the longest. */
export const BAR_PICTURES: readonly BarPicture[] = [
  {
    part: 'contributors',
    id: 'contributors',
    title: 'Contributors',
    summary: 'Issues, pull requests, discussions, comments, reviews and releases by each person',
    labelName: 'Person',
    hasTotals: true,
    series: ['opened', 'comments', 'reviews', 'releases'],
  },
  {
    part: 'repositories',
    id: 'repositories',
    title: 'Repositories',
    summary: 'Issues, pull requests, discussions, comments, reviews and releases in each repository',
    labelName: 'Repository',
    hasTotals: true,
    series: ['contributions'],
  },
  {
    part: 'labels',
    id: 'labels',
    title: 'Labels',
    summary: 'Issues and pull requests with each label',
    labelName: 'Label',
    hasTotals: false,
    series: ['issues', 'pull requests'],
  },
];
