import type { Browsing } from '../../reading/open-browsing.ts';

type Counts = ReturnType<Browsing['repository']>['counts'];

interface TabRow {
  readonly name: string;
  readonly title: string;
  /** The key of the keyboard shortcut after `g`. */
  readonly key: string;
  /** The path below the repository's. */
  readonly path: string;
  /** The number next to the title; absent for tabs without one. */
  readonly count?: (counts: Counts) => number;
  /** What it lists altogether, if that differs from the number: without any, the tab is left out. */
  readonly total?: (counts: Counts) => number;
}

/** The tabs of a repository, in order. */
export const TABS: readonly TabRow[] = [
  { name: 'code', key: 'c', title: 'Code', path: '' },
  {
    name: 'issues',
    key: 'i',
    title: 'Issues',
    path: '/issues',
    count: ({ openIssues }) => openIssues,
    total: ({ openIssues, closedIssues }) => openIssues + closedIssues,
  },
  {
    name: 'pulls',
    key: 'p',
    title: 'Pull requests',
    path: '/pulls',
    count: ({ openPullRequests }) => openPullRequests,
    total: ({ openPullRequests, mergedPullRequests, closedPullRequests }) =>
      openPullRequests + mergedPullRequests + closedPullRequests,
  },
  {
    name: 'discussions',
    key: 'd',
    title: 'Discussions',
    path: '/discussions',
    count: ({ discussions }) => discussions,
  },
  { name: 'commits', key: 'l', title: 'Commits', path: '/commits' },
  {
    name: 'releases',
    key: 'r',
    title: 'Releases',
    path: '/releases',
    count: ({ releases, draftReleases }) => releases - draftReleases,
    total: ({ releases }) => releases,
  },
  {
    name: 'milestones',
    key: 'm',
    title: 'Milestones',
    path: '/milestones',
    count: ({ openMilestones }) => openMilestones,
    total: ({ milestones }) => milestones,
  },
  { name: 'labels', key: 't', title: 'Labels', path: '/labels', count: ({ labels }) => labels },
  { name: 'projects', key: 'j', title: 'Projects', path: '/projects' },
  { name: 'wiki', key: 'w', title: 'Wiki', path: '/wiki' },
  { name: 'activity', key: 'a', title: 'Activity', path: '/pulse' },
];
