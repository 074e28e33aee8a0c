import type { APIResponse, Page } from 'playwright-core';
import { createPageMatcher } from '../../../../src/browse/match-page.ts';
import { PAGES } from '../../../../src/browse/pages.table.ts';
import { IS_LONG } from '../../../house/long-run.ts';
import { PATIENCE_MS } from './watch-page.ts';

/** A page reached through links. */
export interface VisitedPage {
  /** Its name in the table of pages. */
  readonly kind: string;
  readonly path: string;
  /** Whether it is a file instead of a page. */
  readonly isFile: boolean;
}

/**
 * Up to `PER_KIND` pages of each kind are searched for links, the first ones of them in the browser, and one of each
 * kind is checked in every run.
 */
const PER_KIND = IS_LONG ? 60 : 24;
const SHOWN_PER_KIND = IS_LONG ? 5 : 1;
const LOOKS_PER_KIND = IS_LONG ? 2 : 1;
const MAX_PAGES = 1_000;

/** Follows links from the home page, new kinds of pages first, and calls `look` on the first pages of each kind. */
export async function crawl(
  page: Page,
  origin: string,
  look: (visited: VisitedPage) => Promise<void>,
  /** The crawl ends once it has visited these kinds. */
  wanted: readonly string[] = [],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const match = createPageMatcher(PAGES);
  const seen = new Set<string>(['/']);
  const queue: VisitedPage[] = [{ kind: 'home', path: '/', isFile: false }];
  const visited = new Map<string, string[]>();
  for (let count = 0; count < MAX_PAGES; count += 1) {
    queue.sort((one, other) => visitsOf(visited, one.kind) - visitsOf(visited, other.kind));
    const next = queue.shift();
    const isDone = visited.size > 1 && wanted.every((kind) => visited.has(kind));
    if (next === undefined || isDone || visitsOf(visited, next.kind) >= PER_KIND) {
      break;
    }
    visited.set(next.kind, [...(visited.get(next.kind) ?? []), next.path]);
    if (next.isFile) {
      await ask(page, origin + next.path);
      continue;
    }
    const visits = visitsOf(visited, next.kind);
    const hrefs = await (visits > SHOWN_PER_KIND ? askForLinks : showForLinks)(page, origin + next.path);
    if (visits <= LOOKS_PER_KIND) {
      await look(next);
    }
    for (const href of hrefs) {
      const url = new URL(href);
      const path = url.pathname + url.search;
      const matched = match(url.pathname);
      if (url.origin === origin && !seen.has(path) && matched !== undefined && matched.format === undefined) {
        seen.add(path);
        const { kind } = await matched.row.load();
        queue.push({ kind: matched.row.name, path, isFile: kind === 'file' });
      }
    }
  }
  return visited;
}

function visitsOf(visited: ReadonlyMap<string, readonly string[]>, kind: string): number {
  return visited.get(kind)?.length ?? 0;
}

/** Opens a page in the browser and returns the addresses that it links to. */
async function showForLinks(page: Page, address: string): Promise<readonly string[]> {
  const response = await page.goto(address);
  if (response?.ok() !== true) {
    throw new Error(`${address} was answered with ${response?.status()}`);
  }
  return (await page.evaluate(LINKS_OF_PAGE)) as string[];
}

/** Reads a page without opening it and returns the addresses that it links to. */
async function askForLinks(page: Page, address: string): Promise<readonly string[]> {
  const answer = await ask(page, address);
  const written = [...(await answer.text()).matchAll(/<(?:a|img)\s(?:[^>]*\s)?(?:href|src)="([^"]*)"/g)];
  return written
    .map(([, link = '']) => link.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
    .filter((link) => URL.canParse(link, answer.url()))
    .map((link) => new URL(link, answer.url()).href);
}

async function ask(page: Page, address: string): Promise<APIResponse> {
  const answer = await page.context().request.get(address, { timeout: PATIENCE_MS });
  if (!answer.ok()) {
    throw new Error(`${address} was answered with ${answer.status()}`);
  }
  return answer;
}

/** Runs in the page. */
const LINKS_OF_PAGE = `[...document.querySelectorAll('a[href], img[src]')]
  .map((element) => element.getAttribute('href') ?? element.getAttribute('src'))
  .filter((address) => URL.canParse(address, document.URL))
  .map((address) => new URL(address, document.URL).href)`;
