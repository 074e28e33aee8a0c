/**
 * Pages that a static site leaves out, by their names in the table of pages: what asks a store while it is read, what was
 * captured and only some may see, and what only helps with loading.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'search',
  'help for searches',
  'SQL',
  'schema',
  'snapshots',
  'changes',
  'changes by form',
  'history',
  'integrity',
  'captures',
  'captured',
  'suggestions',
  'address',
  'compare',
  'blame',
  'file finder',
]);

/** Pages whose title people look for, and what kind they are called in the index of titles. */
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

/** Media types that a browser shows as a picture and never as a document. All others are saved under a harmless name. */
export const PICTURES: ReadonlyMap<string, string> = new Map([
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/avif', '.avif'],
  ['image/bmp', '.bmp'],
]);
