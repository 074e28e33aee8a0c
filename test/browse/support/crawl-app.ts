import { createPageMatcher } from '../../../src/browse/match-page.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { IS_LONG } from '../../house/long-run.ts';

/** Links to the same path at other branches and tags, where it may not exist. */
const REF_MENU = /<details class="ref-choice" data-control>.*?<\/details>/gs;

/** The result of a crawl. */
export interface Walk {
  /** Every requested path. */
  readonly asked: ReadonlySet<string>;
  /** The number of checked links to anchors. */
  readonly anchors: number;
  /** `page → address` for broken links and missing anchors. */
  readonly broken: readonly string[];
}

interface Seen {
  readonly ids: ReadonlySet<string>;
  readonly isFound: boolean;
}

const MAX_PAGES = 4_000;

/**
 * Lists in other orders or with other filters, and code at other commits: there are too many combinations to crawl, so
 * a few of each kind are asked for.
 */
const COUNTLESS =
  /[?&](?:q|after|before|from|skip|plain|kind|repo|saved|line|year|day|diff|w|viewed)=|\/-\/(?:at|owners)\/[^/]+\/.|\/(?:blame|find|compare)\/|\/(?:tree|blob|raw|commits)\/(?!(?:main|HEAD)(?:\/|$))/;

const PER_COUNTLESS_KIND = IS_LONG ? 2 : 1;

/** Pages that only forms and typed words lead to. */
const STARTS = [
  '/',
  '/-/search?q=sensor',
  '/-/search?q=type%3Acommit+first',
  '/-/search?q=type%3Afile+first',
  '/-/search?q=is%3Aopen',
  '/-/on-this-day?day=02-29',
];

/** How many of each other kind are asked for. */
const PER_KIND = IS_LONG ? MAX_PAGES : 3;

/** Returns whether to follow a path: many of most kinds, a few of those in too many combinations. */
export function createSampling(perKind = PER_KIND): (path: string) => boolean {
  const match = createPageMatcher(PAGES);
  const counts = new Map<string, number>();
  const nameOf = (path: string): string => {
    const { pathname, searchParams } = new URL(path, 'http://x');
    const [, older] = /^\/-\/(?:at|owners)\/[^/]+(\/.+)$/.exec(pathname) ?? [];
    const page = match(pathname);
    return older === undefined
      ? `${page?.row.name} ${page?.format} ${[...searchParams.keys()].sort().join()}`
      : `older ${nameOf(older)}`;
  };
  return (path) => {
    const name = nameOf(path);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count < (COUNTLESS.test(path) ? PER_COUNTLESS_KIND : perKind);
  };
}

/** Follows all links from a page, by default the home page, and checks that their targets and anchors exist. */
export async function crawlApp(
  ask: (path: string) => Promise<Response>,
  starts: readonly string[] = STARTS,
  isFollowed = createSampling(),
): Promise<Walk> {
  const seen = new Map<string, Seen>();
  const queue = [...starts];
  const queued = new Set(starts);
  const links: (readonly [page: string, path: string, anchor: string | undefined])[] = [];
  for (let path = queue.shift(); path !== undefined && seen.size < MAX_PAGES; path = queue.shift()) {
    if (seen.has(path)) {
      continue;
    }
    const response = await follow(path, ask);
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    const html = isPage ? (await response.text()).replace(REF_MENU, '') : '';
    await response.body?.cancel().catch(() => undefined);
    seen.set(path, {
      ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
      isFound: response.ok,
    });
    for (const [, address = ''] of html.matchAll(/<(?:a|img|link)\s[^>]*?(?:href|src)="([^"]*)"/g)) {
      const plain = address.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
      if (/^[/#](?!\/)/.test(plain)) {
        const [named = '', anchor] = plain.split('#', 2);
        const target = named === '' ? path : named;
        links.push([path, target, anchor]);
        if (!queued.has(target) && isFollowed(target)) {
          queued.add(target);
          queue.push(target);
        }
      }
    }
  }
  const broken = links.flatMap(([page, path, anchor]) => {
    const target = seen.get(path);
    const isBroken =
      target !== undefined &&
      (!target.isFound ||
        (anchor !== undefined && anchor !== '' && !target.ids.has(decodeURIComponent(anchor))));
    return isBroken ? [`${page} → ${path}${anchor === undefined ? '' : `#${anchor}`}`] : [];
  });
  const anchors = links.filter(([, path, anchor]) => seen.has(path) && (anchor ?? '') !== '').length;
  return { asked: new Set(seen.keys()), anchors, broken: [...new Set(broken)] };
}

async function follow(path: string, ask: (path: string) => Promise<Response>): Promise<Response> {
  let place = path;
  for (let hops = 0; ; hops += 1) {
    const response = await ask(place.replace(/#.*$/, ''));
    const location = response.headers.get('location');
    if (location === null || hops === 5) {
      return response;
    }
    place = location;
  }
}
