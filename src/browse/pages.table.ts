import { CLONE_PAGES, CODE_PAGES } from './code-pages.table.ts';
import type { PageRow } from './page.ts';
import { READER_PAGES } from './reader-pages.table.ts';
import { RECORD_PAGES } from './record-pages.table.ts';

/**
 * All pages of the reader. Paths are the same as at the original service; pages that only the reader has are below
 * `/-/`, which cannot be the name of an account. The first matching row is used.
 */
export const PAGES: readonly PageRow[] = [
  ...READER_PAGES,
  ...RECORD_PAGES,
  ...CODE_PAGES,
  ...CLONE_PAGES,
  {
    name: 'repository',
    path: '/:owner/:repo',
    inSites: 'indexed',
    formats: ['json'],
    load: async () => (await import('./pages/repository/repository.ts')).repository,
  },
  {
    name: 'account',
    path: '/:owner',
    inSites: 'indexed',
    formats: ['json'],
    load: async () => (await import('./pages/accounts/account.ts')).account,
  },
];
