import type { TwinFormat } from './match-page.ts';
import type { Answering } from './page.ts';

/** One kind of page. */
export interface PageRow {
  readonly name: string;
  /** `:name` is one segment, `:name(\\d+)` one of this form, `*name` all that follows, slashes too. */
  readonly path: string;
  /** What it is, for the documentation of the data twins. */
  readonly summary: string;
  /** The data twins that it has. */
  readonly twins?: readonly TwinFormat[];
  /** Loads the page's module when it is asked for the first time. */
  readonly load: () => Promise<Answering>;
}

/**
 * Every page of the reader. Paths are those of the original service, and names of our own stand below `/-/`, which no
 * account can be called. The first row that fits answers.
 */
export const PAGES: readonly PageRow[] = [
  {
    name: 'home',
    path: '/',
    summary: 'Accounts, repositories and what happened last',
    twins: ['json', 'atom'],
    load: async () => (await import('./pages/home.ts')).home,
  },
  {
    name: 'activity',
    path: '/-/activity',
    summary: 'What happened in everything that was loaded, in pictures',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/activity/activity-page.ts')).activity,
  },
  {
    name: 'activity of an owner',
    path: '/-/activity/owners/:login',
    summary: 'What happened in the repositories of an owner, in pictures',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/activity/activity-page.ts')).ownerActivity,
  },
  {
    name: 'activity of a person',
    path: '/-/activity/people/:login',
    summary: 'What a person opened, said and reviewed, in pictures',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/activity/activity-page.ts')).personActivity,
  },
  {
    name: 'activity of a repository',
    path: '/:owner/:repo/pulse',
    summary: 'What happened in a repository, in pictures',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/activity/activity-page.ts')).repositoryActivity,
  },
  {
    name: 'issues',
    path: '/:owner/:repo/issues',
    summary: 'The issues of a repository: filtered, counted, page by page',
    twins: ['json', 'csv', 'md', 'atom'],
    load: async () => (await import('./pages/threads/thread-list.ts')).threadList('issue'),
  },
  {
    name: 'pull requests',
    path: '/:owner/:repo/pulls',
    summary: 'The pull requests of a repository: filtered, counted, page by page',
    twins: ['json', 'csv', 'md', 'atom'],
    load: async () => (await import('./pages/threads/thread-list.ts')).threadList('pull_request'),
  },
  {
    name: 'issue',
    path: '/:owner/:repo/issues/:number(\\d+)',
    summary: 'An issue with everything that was said and done',
    twins: ['json', 'md', 'atom'],
    load: async () => (await import('./pages/thread/thread-page.ts')).conversation('issue'),
  },
  {
    name: 'pull request',
    path: '/:owner/:repo/pull/:number(\\d+)',
    summary: 'A pull request with its reviews and everything that was said and done',
    twins: ['json', 'md', 'atom'],
    load: async () => (await import('./pages/thread/thread-page.ts')).conversation('pull_request'),
  },
];
