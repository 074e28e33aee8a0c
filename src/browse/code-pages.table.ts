import type { PageRow } from './page.ts';
import { SHOWN_NAMES } from './show/preview/file-types.table.ts';

/** Pages of code. Pages of files have no data formats, because file names may themselves end in `.json`. */
export const CODE_PAGES: readonly PageRow[] = [
  {
    name: 'tree',
    path: '/:owner/:repo/tree(?:/*rest)?',
    inSites: 'kept',
    load: async () => (await import('./pages/code/tree.ts')).tree,
  },
  {
    name: 'blob',
    path: '/:owner/:repo/blob/*rest',
    inSites: 'kept',
    load: async () => (await import('./pages/code/blob.ts')).blob,
  },
  {
    name: 'raw',
    path: '/:owner/:repo/raw/*rest',
    inSites: 'kept',
    load: async () => (await import('./pages/code/raw.ts')).raw,
  },
  {
    name: 'blame',
    path: '/:owner/:repo/blame/*rest',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/blame.ts')).blame,
  },
  {
    name: 'history of lines',
    path: '/:owner/:repo/lines/*rest',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/line-history.ts')).lineHistory,
  },
  {
    name: 'commits',
    path: '/:owner/:repo/commits',
    inSites: 'kept',
    formats: ['json'],
    load: async () => (await import('./pages/code/commits.ts')).commits,
  },
  {
    name: 'commits of a place',
    path: '/:owner/:repo/commits/*rest',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/commits.ts')).commits,
  },
  {
    name: 'commit as a file',
    path: '/:owner/:repo/commit/:sha([0-9a-fA-F]{4,64})[.]diff',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/commit.ts')).commitFile('diff'),
  },
  {
    name: 'commit as a mail',
    path: '/:owner/:repo/commit/:sha([0-9a-fA-F]{4,64})[.]patch',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/commit.ts')).commitFile('patch'),
  },
  {
    name: 'commit',
    path: '/:owner/:repo/commit/:sha([0-9a-fA-F]{4,64})',
    inSites: 'kept',
    formats: ['json'],
    load: async () => (await import('./pages/code/commit.ts')).commit,
  },
  {
    name: 'branches',
    path: '/:owner/:repo/branches',
    inSites: 'kept',
    formats: ['json'],
    load: async () => (await import('./pages/code/refs.ts')).refList('branches'),
  },
  {
    name: 'tags',
    path: '/:owner/:repo/tags',
    inSites: 'kept',
    formats: ['json'],
    load: async () => (await import('./pages/code/refs.ts')).refList('tags'),
  },
  {
    name: 'comparison as a file',
    path: '/:owner/:repo/compare/*spec[.]diff',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/compare.ts')).compareFile('diff'),
  },
  {
    name: 'comparison as mails',
    path: '/:owner/:repo/compare/*spec[.]patch',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/compare.ts')).compareFile('patch'),
  },
  {
    name: 'choice of a comparison',
    path: '/:owner/:repo/compare',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/choose-comparison.ts')).chooseComparison,
  },
  {
    name: 'comparison',
    path: '/:owner/:repo/compare/*spec',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/compare.ts')).compare,
  },
  {
    name: 'file finder',
    path: '/:owner/:repo/find(?:/*rest)?',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/find.ts')).find,
  },
  {
    name: 'files as an archive',
    path: '/:owner/:repo/archive/*rest[.]zip',
    inSites: 'omitted',
    load: async () => (await import('./pages/code/archive.ts')).archive,
  },
  {
    name: 'wiki',
    path: '/:owner/:repo/wiki',
    inSites: 'kept',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/wiki/wiki.ts')).wiki,
  },
  {
    name: 'wiki file',
    path: `/:owner/:repo/wiki/:file(${SHOWN_NAMES})`,
    inSites: 'kept',
    load: async () => (await import('./pages/wiki/wiki.ts')).wikiFile,
  },
  {
    name: 'wiki page',
    path: '/:owner/:repo/wiki/*page',
    inSites: 'kept',
    formats: ['json', 'md'],
    load: async () => (await import('./pages/wiki/wiki.ts')).wiki,
  },
  {
    name: 'pull request as a file',
    path: '/:owner/:repo/pull/:number(\\d+)[.]diff',
    inSites: 'kept',
    load: async () => (await import('./pages/pull/pull-files.ts')).pullFile('diff'),
  },
  {
    name: 'pull request as mails',
    path: '/:owner/:repo/pull/:number(\\d+)[.]patch',
    inSites: 'kept',
    hasMails: true,
    load: async () => (await import('./pages/pull/pull-files.ts')).pullFile('patch'),
  },
  {
    name: 'pull request commits',
    path: '/:owner/:repo/pull/:number(\\d+)/commits',
    inSites: 'kept',
    formats: ['json'],
    load: async () => (await import('./pages/pull/pull-files.ts')).pullCommits,
  },
  {
    name: 'pull request files',
    path: '/:owner/:repo/pull/:number(\\d+)/files',
    inSites: 'kept',
    formats: ['json'],
    load: async () => (await import('./pages/pull/pull-files.ts')).pullFiles,
  },
];

/** The names of cloned gists and starred repositories, which no account can have. */
const CLONE = '/:owner(-/gists|-/stars/[^/]+)/:repo';

/** Pages of what a backup cloned besides archives: those of code, and one of the clone itself. Sites omit what was captured. */
export const CLONE_PAGES: readonly PageRow[] = [
  {
    name: 'clone',
    path: CLONE,
    inSites: 'omitted',
    isWhole: true,
    load: async () => (await import('./pages/code/clone.ts')).clonePage,
  },
  ...CODE_PAGES.filter(({ name }) => !/^(?:wiki|pull)/.test(name)).map(
    (row): PageRow => ({
      ...row,
      name: `${row.name} of a clone`,
      path: row.path.replace('/:owner/:repo', CLONE),
      inSites: 'omitted',
      isWhole: true,
    }),
  ),
];
