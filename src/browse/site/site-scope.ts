import { RecentValues } from '../../base/recent-values.ts';
import { decodePart } from '../../base/text-ends.ts';
import { isOwnedBy } from '../../model/accounts.ts';
import { createPageMatcher, type MatchedPage, type MatchPage } from '../match-page.ts';
import { PAGES } from '../pages.table.ts';
import { isWebAddress } from '../show/links.ts';

export interface ScopeOptions {
  /** The owners that the site is narrowed to. */
  readonly owners?: readonly string[] | undefined;
  readonly repositoryOf: (name: string) => SiteRepository | undefined;
}

export interface SiteRepository {
  /** Its address at the service. */
  readonly url: string | null;
  readonly defaultBranch: string | null;
}

/** The addresses whose pages are remembered: those of a repository are on each of its pages. */
const MAX_KNOWN = 10_000;

/** Which of the reader's pages a site has, and where the others are. */
export class SiteScope {
  readonly match: MatchPage;
  readonly #options: ScopeOptions;

  constructor(options: ScopeOptions) {
    this.#options = options;
    const find = createPageMatcher(PAGES);
    const known = new RecentValues<{ readonly matched: MatchedPage | undefined }>({ maxWeight: MAX_KNOWN });
    this.match = (path) => known.getOrMake(path, () => ({ matched: find(path) })).matched;
  }

  /** The page of an address if the site has it: lists only in default order, code only of the default branch. */
  pageOf(url: URL, isWhole: boolean): MatchedPage | undefined {
    const found = this.match(url.pathname);
    const matched = isWhole ? found?.whole : found;
    const isKept =
      matched !== undefined &&
      matched.format === undefined &&
      this.#isOwned(matched) &&
      matched.row.inSites !== 'omitted' &&
      // The page of searches answers what its address asks by a script.
      (matched.row.name !== 'search' || url.search === '') &&
      [...url.searchParams].every(
        ([name, value]) =>
          name === 'after' ||
          name === 'from' ||
          name === 'part' ||
          name === 'lines' ||
          (name === 'skip' && /^(?:commits|branches|tags)$/.test(matched.row.name)) ||
          name === 'comment' ||
          (name === 'state' && matched.row.name === 'milestones') ||
          // The topics of repositories lead there.
          (name === 'q' && matched.row.name === 'home') ||
          (name === 'when' && MONTH.test(value)) ||
          (name === 'q' && KEPT_LISTS.test(value)),
      ) &&
      this.#isOnDefaultBranch(url.pathname);
    return isKept ? matched : undefined;
  }

  /** The path of code at `HEAD` at the default branch, which it means, and of the commits of that branch. */
  atBranch(path: string): string {
    const [, owner = '', name = '', view, rest = ''] = CODE.exec(path) ?? [];
    if (view === 'commits') {
      const isDefault =
        rest === 'HEAD' || decodePart(rest) === this.#repositoryOf(owner, name)?.defaultBranch;
      return isDefault ? `/${owner}/${name}/commits` : path;
    }
    const branch = /^HEAD(?:\/|$)/.test(rest) ? this.#repositoryOf(owner, name)?.defaultBranch : undefined;
    return typeof branch === 'string'
      ? `/${owner}/${name}/${view}/${branch.split('/').map(encodeURIComponent).join('/')}${rest.slice(4)}`
      : path;
  }

  /** The address at the service of a page that the archive lacks, and of code that the site omits. */
  originalOf({ pathname, search, hash }: URL, isMissing: boolean): string | undefined {
    const [, owner = '', name = '', rest = ''] = IN_REPOSITORY.exec(pathname) ?? [];
    const isThere = isMissing || AT_SERVICE.test(rest);
    const { url } = (isThere ? this.#repositoryOf(owner, name) : undefined) ?? {};
    return url !== null && isWebAddress(url) ? `${url}${rest}${search}${hash}` : undefined;
  }

  /** Whether it is not about repositories of other owners than the site is narrowed to. */
  #isOwned({ row, params: { owner, repo, login = '' } }: MatchedPage): boolean {
    const { owners } = this.#options;
    const named =
      repo !== undefined ? `${owner}/${repo}` : row.name === 'activity of an owner' ? login : undefined;
    return owners === undefined || named === undefined || isOwnedBy(named, owners);
  }

  #isOnDefaultBranch(path: string): boolean {
    const [, owner = '', name = '', , rest] = CODE.exec(path) ?? [];
    if (rest === undefined) {
      return true;
    }
    const place = decodePart(rest);
    const branch = this.#repositoryOf(owner, name)?.defaultBranch ?? undefined;
    return branch !== undefined && (place === branch || place.startsWith(`${branch}/`));
  }

  #repositoryOf(owner: string, name: string): SiteRepository | undefined {
    return this.#options.repositoryOf(`${decodePart(owner)}/${decodePart(name)}`);
  }
}

/** What a person wrote is listed by month; by day, each would have a page of its own. */
const MONTH = /^\d{4}-\d\d$/;

/** Lists by state, or by label or milestone. By both, a repository with a thousand labels took three times as many pages. */
const KEPT_LISTS =
  /^(?:|is:(?:open|closed|merged)|state:closed -is:merged|(?:label|milestone):(?:"[^"]*")+) ?$/;

const IN_REPOSITORY = /^\/([^/]+)\/([^/]+)(\/.+)$/;
const CODE = /^\/([^/]+)\/([^/]+)\/(tree|blob|raw|commits)\/(.+)$/;
const AT_SERVICE = /^\/(?:(?:tree|blob|raw|commit|compare)\/.|security(?:\/|$))/;
