import type { PageRow } from './page.ts';
import { SHOWN_NAMES } from './show/preview/file-types.table.ts';

/** Pages of code. Pages of files have no data formats, because file names may themselves end in `.json`. */
export const CODE_PAGES: readonly PageRow[] = [
  {
    name: 'tree',
    path: '/:owner/:repo/tree(?:/*rest)?',
    load: async () => (await import('./pages/code/tree.ts')).tree,
  },
  {
    name: 'blob',
    path: '/:owner/:repo/blob/*rest',
    load: async () => (await import('./pages/code/blob.ts')).blob,
  },
  {
    name: 'raw',
    path: '/:owner/:repo/raw/*rest',
    load: async () => (await import('./pages/code/raw.ts')).raw,
  },
  {
    name: 'blame',
    path: '/:owner/:repo/blame/*rest',
    load: async () => (await import('./pages/code/blame.ts')).blame,
  },
  {
    name: 'history of lines',
    path: '/:owner/:repo/lines/*rest',
    load: async () => (await import('./pages/code/line-history.ts')).lineHistory,
  },
  {
    name: 'commits',
    path: '/:owner/:repo/commits',
    formats: ['json'],
    load: async () => (await import('./pages/code/commits.ts')).commits,
  },
  {
    name: 'commits of a place',
    path: '/:owner/:repo/commits/*rest',
    load: async () => (await import('./pages/code/commits.ts')).commits,
  },
  {
    name: 'commit as a file',
    path: '/:owner/:repo/commit/:sha([0-9a-fA-F]{4,64})[.]diff',
    load: async () => (await import('./pages/code/commit.ts')).commitFile('diff'),
  },
  {
    name: 'commit as a mail',
    path: '/:owner/:repo/commit/:sha([0-9a-fA-F]{4,64})[.]patch',
    load: async () => (await import('./pages/code/commit.ts')).commitFile('patch'),
  },
  {
    name: 'commit',
    path: '/:owner/:repo/commit/:sha([0-9a-fA-F]{4,64})',
    formats: ['json'],
    load: async () => (await import('./pages/code/commit.ts')).commit,
  },
  {
    name: 'branches',
    path: '/:owner/:repo/branches',
    formats: ['json'],
    load: async () => (await import('./pages/code/refs.ts')).refList('branches'),
  },
  {
    name: 'tags',
    path: '/:owner/:repo/tags',
    formats: ['json'],
    load: async () => (await import('./pages/code/refs.ts')).refList('tags'),
  },
  {
    name: 'comparison as a file',
    path: '/:owner/:repo/compare/*spec[.]diff',
    load: async () => (await import('./pages/code/compare.ts')).compareFile('diff'),
  },
  {
    name: 'comparison as mails',
    path: '/:owner/:repo/compare/*spec[.]patch',
    load: async () => (await import('./pages/code/compare.ts')).compareFile('patch'),
  },
  {
    name: 'comparison',
    path: '/:owner/:repo/compare/*spec',
    load: async () => (await import('./pages/code/compare.ts')).compare,
  },
  {
    name: 'file finder',
    path: '/:owner/:repo/find(?:/*rest)?',
    load: async () => (await import('./pages/code/find.ts')).find,
  },
  {
    name: 'wiki',
    path: '/:owner/:repo/wiki',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/wiki/wiki.ts')).wiki,
  },
  {
    name: 'wiki file',
    path: `/:owner/:repo/wiki/:file(${SHOWN_NAMES})`,
    load: async () => (await import('./pages/wiki/wiki.ts')).wikiFile,
  },
  {
    name: 'wiki page',
    path: '/:owner/:repo/wiki/*page',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/wiki/wiki.ts')).wiki,
  },
  {
    name: 'pull request as a file',
    path: '/:owner/:repo/pull/:number(\\d+)[.]diff',
    load: async () => (await import('./pages/pull/pull-files.ts')).pullFile('diff'),
  },
  {
    name: 'pull request as mails',
    path: '/:owner/:repo/pull/:number(\\d+)[.]patch',
    load: async () => (await import('./pages/pull/pull-files.ts')).pullFile('patch'),
  },
  {
    name: 'pull request commits',
    path: '/:owner/:repo/pull/:number(\\d+)/commits',
    formats: ['json'],
    load: async () => (await import('./pages/pull/pull-files.ts')).pullCommits,
  },
  {
    name: 'pull request files',
    path: '/:owner/:repo/pull/:number(\\d+)/files',
    formats: ['json'],
    load: async () => (await import('./pages/pull/pull-files.ts')).pullFiles,
  },
];
