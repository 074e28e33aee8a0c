import type { Page } from 'playwright-core';
import { createPageMatcher } from '../../../../src/browse/match-page.ts';
import { PAGES } from '../../../../src/browse/pages.table.ts';

/** A page that links lead to. */
export interface VisitedPage {
  /** The row of the table of pages. */
  readonly kind: string;
  readonly path: string;
  /** Whether it is bytes and no page. */
  readonly isFile: boolean;
}

/** Several of each kind are visited for their links; one of each is looked at in every run. */
const PER_KIND = 60;
const LOOKS_PER_KIND = process.env['SATCHEL_TEST_LONG'] === '1' ? 3 : 1;
const MAX_PAGES = 1_000;

/**
 * Walks from the first page by links alone, kinds that were not seen before everything else, and calls `look` on the
 * first pages of each kind.
 */
export async function crawl(
  page: Page,
  origin: string,
  look: (visited: VisitedPage) => Promise<void>,
  /** Kinds that the walk goes on for. */
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
      const answer = await page.context().request.get(origin + next.path);
      if (!answer.ok()) {
        throw new Error(`${next.path} was answered with ${answer.status()}`);
      }
      continue;
    }
    const response = await page.goto(origin + next.path);
    if (response?.ok() !== true) {
      throw new Error(`${next.path} was answered with ${response?.status()}`);
    }
    if (visitsOf(visited, next.kind) <= LOOKS_PER_KIND) {
      await look(next);
    }
    for (const href of (await page.evaluate(LINKS_OF_PAGE)) as string[]) {
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

/** Runs in the page. What saves a file instead of showing one is asked for without it. */
const LINKS_OF_PAGE = `[...document.querySelectorAll('a[href]'), ...document.images].map(
  (element) => element.href ?? element.src).filter((address) => URL.canParse(address))`;
