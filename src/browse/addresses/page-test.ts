import type { HasPage } from '../create-links.ts';
import { createPageMatcher } from '../match-page.ts';
import { PAGES } from '../pages.table.ts';
import { createOldAddressLookup } from './read-address.ts';

/** Creates a function that checks whether the reader has a page at a path, under its own address or an old one. */
export function createPageTest(): HasPage {
  const match = createPageMatcher(PAGES);
  const oldAddressTarget = createOldAddressLookup();
  return (path) => match(path) !== undefined || oldAddressTarget(path, new URLSearchParams()) !== undefined;
}
