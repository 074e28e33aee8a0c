import type { Browsing } from '../../store/index.ts';

type Counts = ReturnType<Browsing['repository']>['counts'];

interface TabRow {
  readonly name: string;
  readonly title: string;
  /** Below the path of the repository. */
  readonly path: string;
  /** What there is to see; a tab without a number shows none. */
  readonly count?: (counts: Counts) => number;
}

/** The tabs of a repository, in order. */
export const TABS: readonly TabRow[] = [
  { name: 'code', title: 'Code', path: '' },
  { name: 'issues', title: 'Issues', path: '/issues', count: ({ openIssues }) => openIssues },
  {
    name: 'pulls',
    title: 'Pull requests',
    path: '/pulls',
    count: ({ openPullRequests }) => openPullRequests,
  },
  {
    name: 'discussions',
    title: 'Discussions',
    path: '/discussions',
    count: ({ discussions }) => discussions,
  },
  { name: 'commits', title: 'Commits', path: '/commits' },
  { name: 'releases', title: 'Releases', path: '/releases', count: ({ releases }) => releases },
  { name: 'milestones', title: 'Milestones', path: '/milestones', count: ({ milestones }) => milestones },
  { name: 'labels', title: 'Labels', path: '/labels', count: ({ labels }) => labels },
  { name: 'projects', title: 'Projects', path: '/projects' },
  { name: 'wiki', title: 'Wiki', path: '/wiki' },
  { name: 'activity', title: 'Activity', path: '/pulse' },
];
