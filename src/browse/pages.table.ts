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
    name: 'search',
    path: '/-/search',
    summary: 'Everything that was written, by words and qualifiers',
    twins: ['json', 'csv', 'atom'],
    load: async () => (await import('./pages/store/search.ts')).search,
  },
  {
    name: 'help for searches',
    path: '/-/help/search',
    summary: 'Every qualifier of the language of searches',
    twins: ['json'],
    load: async () => (await import('./pages/store/help.ts')).searchHelp,
  },
  {
    name: 'SQL',
    path: '/-/sql',
    summary: 'One statement that reads, with its rows',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/store/sql.ts')).sqlPage,
  },
  {
    name: 'schema',
    path: '/-/schema',
    summary: 'What each table and column of the store holds',
    twins: ['json'],
    load: async () => (await import('./pages/store/schema.ts')).schemaPage,
  },
  {
    name: 'snapshots',
    path: '/-/snapshots',
    summary: 'The archives that were loaded, the newest first',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/store/snapshots.ts')).snapshots,
  },
  {
    name: 'changes',
    path: '/-/changes/:from(\\d+)..:to(\\d+)',
    summary: 'What changed between two snapshots',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/store/changes.ts')).changes,
  },
  {
    name: 'changes by form',
    path: '/-/changes',
    summary: 'What changed between two snapshots, which the query names',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/store/changes.ts')).changes,
  },
  {
    name: 'history',
    path: '/-/history',
    summary: 'One record through all snapshots',
    twins: ['json'],
    load: async () => (await import('./pages/store/history.ts')).history,
  },
  {
    name: 'integrity',
    path: '/-/integrity',
    summary: 'Where everything comes from, and what of it is missing or broken',
    twins: ['json'],
    load: async () => (await import('./pages/store/integrity.ts')).integrity,
  },
  {
    name: 'captures',
    path: '/-/captures',
    summary: 'How much was captured from the service beside its archives',
    twins: ['json'],
    load: async () => (await import('./pages/store/captures.ts')).captures,
  },
  {
    name: 'captured',
    path: '/-/captures/:kind',
    summary: 'Captured events, notifications, alerts or budgets',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/store/captures.ts')).capturedList,
  },
  {
    name: 'people',
    path: '/-/people',
    summary: 'Everybody in the store, by login',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/accounts/people.ts')).people,
  },
  {
    name: 'writings',
    path: '/-/people/:login',
    summary: 'Everything that a person wrote, the newest first',
    twins: ['json', 'csv', 'atom'],
    load: async () => (await import('./pages/accounts/writings.ts')).writings,
  },
  {
    name: 'teams',
    path: '/orgs/:organization/teams',
    summary: 'The teams of an organization',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/accounts/teams.ts')).teams,
  },
  {
    name: 'team',
    path: '/orgs/:organization/teams/:team',
    summary: 'One team',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/accounts/teams.ts')).teams,
  },
  {
    name: 'upload',
    path: '/user-attachments/*rest',
    summary: 'A kept image or file',
    load: async () => (await import('./pages/repository/files.ts')).uploadFile,
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
  {
    name: 'upload of a repository',
    path: '/:owner/:repo/files/*rest',
    summary: 'A kept file',
    load: async () => (await import('./pages/repository/files.ts')).uploadFile,
  },
  {
    name: 'discussions',
    path: '/:owner/:repo/discussions',
    summary: 'The discussions of a repository, the newest first',
    twins: ['json', 'csv', 'atom'],
    load: async () => (await import('./pages/repository/discussions.ts')).discussions,
  },
  {
    name: 'discussion',
    path: '/:owner/:repo/discussions/:number(\\d+)',
    summary: 'A discussion as far as archives hold it',
    twins: ['json', 'md'],
    load: async () => (await import('./pages/repository/discussions.ts')).discussion,
  },
  {
    name: 'milestones',
    path: '/:owner/:repo/milestones',
    summary: 'The milestones of a repository',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/repository/milestones.ts')).milestones,
  },
  {
    name: 'milestone',
    path: '/:owner/:repo/milestones?/:number(\\d+)',
    summary: 'Leads to what is gathered under a milestone',
    load: async () => (await import('./pages/repository/milestones.ts')).milestone,
  },
  {
    name: 'labels',
    path: '/:owner/:repo/labels',
    summary: 'The labels that a repository offers',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/repository/labels.ts')).labels,
  },
  {
    name: 'label',
    path: '/:owner/:repo/labels/:name',
    summary: 'Leads to what has a label',
    load: async () => (await import('./pages/repository/labels.ts')).label,
  },
  {
    name: 'releases',
    path: '/:owner/:repo/releases',
    summary: 'The releases of a repository, the newest first',
    twins: ['json', 'csv', 'md', 'atom'],
    load: async () => (await import('./pages/releases/release-list.ts')).releaseList,
  },
  {
    name: 'latest release',
    path: '/:owner/:repo/releases/latest',
    summary: 'The latest release of a repository',
    twins: ['json', 'md'],
    load: async () => (await import('./pages/releases/release-page.ts')).releasePage,
  },
  {
    name: 'release',
    path: '/:owner/:repo/releases/tag/*tag',
    summary: 'A release with its notes and files',
    twins: ['json', 'md'],
    load: async () => (await import('./pages/releases/release-page.ts')).releasePage,
  },
  {
    name: 'release file',
    path: '/:owner/:repo/releases/download/:tag/:name',
    summary: 'A kept file of a release',
    load: async () => (await import('./pages/repository/files.ts')).releaseFile,
  },
  {
    name: 'projects',
    path: '/:owner/:repo/projects',
    summary: 'The projects of a repository, as far as archives hold them',
    twins: ['json'],
    load: async () => (await import('./pages/repository/projects.ts')).projects,
  },
  {
    name: 'attachments',
    path: '/:owner/:repo/attachments',
    summary: 'The images and files that people put into texts',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/repository/uploads.ts')).uploads,
  },
  {
    name: 'repository',
    path: '/:owner/:repo',
    summary: 'A repository: its code, its facts, what happened last',
    twins: ['json'],
    load: async () => (await import('./pages/repository/repository.ts')).repository,
  },
  {
    name: 'account',
    path: '/:owner',
    summary: 'A person or an organization, and their repositories',
    twins: ['json', 'csv'],
    load: async () => (await import('./pages/accounts/account.ts')).account,
  },
];
