/**
 * Pages that a static site omits, by their names in the table of pages: those with live queries, captured data with
 * restricted visibility, and pages about loading.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'search',
  'help for searches',
  'SQL',
  'schema',
  'snapshots',
  'owners',
  'older snapshot',
  'changes',
  'changes by form',
  'history',
  'two versions',
  'on this day',
  'history of lines',
  'integrity',
  'captures',
  'captured',
  'suggestions',
  'address',
  'compare',
  'blame',
  'file finder',
]);

/** Pages in the title index, by the names in the table of pages. */
export const INDEXED: ReadonlySet<string> = new Set([
  'repository',
  'account',
  'issue',
  'pull request',
  'discussion',
  'release',
  'milestone',
  'writings',
]);

/** Commits as git mails them, from which a static site omits the addresses. */
export const MAILS: ReadonlySet<string> = new Set(['pull request as mails']);

/** Media types that browsers display as images, never as documents. All others are saved with a safe extension. */
export const PICTURES: ReadonlyMap<string, string> = new Map([
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/avif', '.avif'],
  ['image/bmp', '.bmp'],
]);
