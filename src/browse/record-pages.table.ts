import type { PageRow } from './page.ts';

/** Pages of records, such as issues, releases and teams. */
export const RECORD_PAGES: readonly PageRow[] = [
  {
    name: 'teams',
    path: '/orgs/:organization/teams',
    formats: ['json'],
    load: async () => (await import('./pages/accounts/people.ts')).teams,
  },
  {
    name: 'team',
    path: '/orgs/:organization/teams/:team',
    formats: ['json'],
    load: async () => (await import('./pages/accounts/people.ts')).teams,
  },
  {
    name: 'upload',
    path: '/(user-attachments|user-images|private-user-images)/*rest',
    load: async () => (await import('./pages/repository/uploads.ts')).uploadFile,
  },
  {
    name: 'activity of a repository',
    path: '/:owner/:repo/pulse',
    formats: ['json'],
    load: async () => (await import('./pages/activity/activity-page.ts')).repositoryActivity,
  },
  {
    name: 'issues',
    path: '/:owner/:repo/issues',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/threads/thread-list.ts')).threadList('issue'),
  },
  {
    name: 'pull requests',
    path: '/:owner/:repo/pulls',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/threads/thread-list.ts')).threadList('pull_request'),
  },
  {
    name: 'issue',
    path: '/:owner/:repo/issues/:number(\\d+)',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/thread/thread-page.ts')).conversation('issue'),
  },
  {
    name: 'pull request',
    path: '/:owner/:repo/pull/:number(\\d+)',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/thread/thread-page.ts')).conversation('pull_request'),
  },
  {
    name: 'upload of a repository',
    path: '/:owner/:repo/(files|assets)/*rest',
    load: async () => (await import('./pages/repository/uploads.ts')).uploadFile,
  },
  {
    name: 'discussions',
    path: '/:owner/:repo/discussions',
    formats: ['json'],
    load: async () => (await import('./pages/repository/discussions.ts')).discussions,
  },
  {
    name: 'discussion',
    path: '/:owner/:repo/discussions/:number(\\d+)',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/repository/discussions.ts')).discussion,
  },
  {
    name: 'milestones',
    path: '/:owner/:repo/milestones',
    formats: ['json'],
    load: async () => (await import('./pages/repository/milestones.ts')).milestones,
  },
  {
    name: 'milestone',
    path: '/:owner/:repo/milestones?/:number(\\d+)',
    load: async () => (await import('./pages/repository/milestones.ts')).milestone,
  },
  {
    name: 'labels',
    path: '/:owner/:repo/labels',
    formats: ['json'],
    load: async () => (await import('./pages/repository/labels.ts')).labels,
  },
  {
    name: 'label',
    path: '/:owner/:repo/labels/:name',
    load: async () => (await import('./pages/repository/labels.ts')).label,
  },
  {
    name: 'releases',
    path: '/:owner/:repo/releases',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/releases/releases.ts')).releaseList,
  },
  {
    name: 'latest release',
    path: '/:owner/:repo/releases/latest',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/releases/releases.ts')).releasePage,
  },
  {
    name: 'release',
    path: '/:owner/:repo/releases/tag/*tag',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/releases/releases.ts')).releasePage,
  },
  {
    name: 'release file',
    path: '/:owner/:repo/releases/download/:tag/:name',
    load: async () => (await import('./pages/repository/uploads.ts')).releaseFile,
  },
  {
    name: 'projects',
    path: '/:owner/:repo/projects',
    formats: ['json'],
    load: async () => (await import('./pages/repository/projects.ts')).projects,
  },
  {
    name: 'attachments',
    path: '/:owner/:repo/attachments',
    formats: ['json'],
    load: async () => (await import('./pages/repository/uploads.ts')).uploads,
  },
];
