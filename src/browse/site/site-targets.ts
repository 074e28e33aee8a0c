import { LastingNamer } from '../../base/safe-name.ts';
import type { MatchedPage } from '../match-page.ts';
import { unescapeMarkup } from '../unescape-markup.ts';
import { copyOf } from './rewrite-page.ts';
import { pagePath, type SitePath } from './site-path.ts';
import { SiteQueue } from './site-queue.ts';
import { type ScopeOptions, SiteScope } from './site-scope.ts';

/** The origin of the in-process reader; it does not appear in written pages. */
export const ORIGIN = 'http://localhost';

/** The links that are remembered: most are on many pages. */
const MAX_KNOWN = 20_000;

/** Where a link leads. */
export interface SiteTarget {
  /** As the page names it, without the fragment. */
  readonly asked: string;
  /** As it is asked for. */
  readonly address: string;
  readonly hash: string;
  /** Undefined if the site omits it. */
  readonly file: string | undefined;
  /** Where the service has what the archive lacks, and code that the site omits. */
  readonly original: string | undefined;
}

/** Finds the files that links lead to, and queues the pages among them. */
export class SiteTargets {
  readonly scope: SiteScope;
  readonly queue = new SiteQueue();
  /** Addresses without a page, as of a file that a README names and the repository lacks. */
  readonly missing = new Set<string>();
  /** The files of uploads by address, because their names depend on their media types. */
  readonly uploads = new Map<string, string | undefined>();
  /** Addresses that end like a data format, and whether each is that of a page. */
  readonly wholes = new Map<string, boolean>();
  readonly #namer = new LastingNamer();
  readonly #known = new Map<string, SiteTarget>();

  constructor(options: ScopeOptions) {
    this.scope = new SiteScope(options);
  }

  /** The target of a link as it is written on a page, whose uploads were looked at. */
  linkedTo(written: string, page: URL): SiteTarget {
    const key = written.startsWith('/') ? written : page.pathname + written;
    const known = this.#known.get(key);
    if (known !== undefined && (known.file === undefined || !this.missing.has(known.address))) {
      return known;
    }
    const target = this.targetOf(new URL(unescapeMarkup(written), page));
    if (this.#known.size === MAX_KNOWN) {
      this.#known.clear(); // What is on many pages is soon there again.
    }
    this.#known.set(copyOf(key), target);
    return target;
  }

  targetOf(url: URL): SiteTarget {
    const asked = url.pathname + url.search;
    this.toAsked(url);
    const address = url.pathname + url.search;
    const file = this.#fileOf(url, address);
    const original = file === undefined ? this.scope.originalOf(url, this.missing.has(address)) : undefined;
    return { asked, address, hash: url.hash, file, original };
  }

  /** Changes an address to the one that is asked for. */
  toAsked(url: URL): void {
    const path = this.scope.atBranch(url.pathname);
    if (path !== url.pathname) {
      url.pathname = path;
    }
    if (url.search !== '') {
      url.searchParams.delete('at'); // The first page of a long thread leads to each anchor.
    }
  }

  #fileOf(url: URL, address: string): string | undefined {
    if (this.uploads.has(url.pathname)) {
      return this.uploads.get(url.pathname);
    }
    const matched = this.pageOf(url);
    if (matched === undefined || this.missing.has(address)) {
      return undefined;
    }
    const { owner, repo } = matched.params;
    this.queue.add(address, repo === undefined ? '' : `${owner}/${repo}`);
    return this.placeOf(pagePath(url.pathname, url.search));
  }

  pageOf(url: URL): MatchedPage | undefined {
    return url.origin === ORIGIN ? this.scope.pageOf(url, this.wholes.get(url.pathname) === true) : undefined;
  }

  placeOf({ parts, extension }: SitePath): string {
    return this.#namer.pathOf(parts, extension);
  }
}
