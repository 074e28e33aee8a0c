import { LastingNamer } from '../base/safe-name.ts';
import { type DumpFolder, type DumpPlace, writeDumpFolder } from '../dump/dump-place.ts';
import { isOwnedBy } from '../model/accounts.ts';
import { openReading } from '../reading/open-reading.ts';
import { readAssets } from './assets/assets.ts';
import { hideInPatches } from './code/hide-addresses.ts';
import { type BrowseOptions, createBrowseApp } from './create-browse-app.ts';
import { createPageMatcher, type MatchedPage } from './match-page.ts';
import { PAGES } from './pages.table.ts';
import { decodePart } from './paths.ts';
import { rewritePage, type SiteLinks } from './site/rewrite-page.ts';
import { bytesPath, pagePath, relativePath, type SitePath } from './site/site-path.ts';
import type { SiteReport } from './site-report.ts';
import { unescapeMarkup } from './unescape-markup.ts';

export interface SiteOptions extends Omit<BrowseOptions, 'guard' | 'isFixed'> {
  readonly place: DumpPlace;
  /** Called after each page with the number of written pages and of pages found through links so far. */
  readonly onPage?: ((written: number, found: number) => void) | undefined;
}

/** The origin of the in-process reader; it does not appear in written pages. */
const ORIGIN = 'http://localhost';
const ASSETS = '-/assets';
const TITLES = '-/titles.js';

/**
 * Writes the pages of a reader as static files: all pages reachable through links from the home page, uploads, and a
 * title index for the search box. Fails with `usage` if the output path is already in use.
 */
export async function writeSite(options: SiteOptions): Promise<SiteReport> {
  const reader = createBrowseApp({ ...options, isFixed: true });
  const reading = openReading(options.store);
  const names = new Set(reading.repositoryNames());
  const branchOf = (repo: string) =>
    names.has(repo) ? (reading.repository(repo).defaultBranch ?? undefined) : undefined;
  try {
    return await writeDumpFolder({ ...options.place, isShared: true }, (folder) =>
      new SiteWriter(folder, { ...options, branchOf }, reader.app).write(),
    );
  } finally {
    reading.close();
    await reader.close();
  }
}

interface WriterOptions extends SiteOptions {
  readonly branchOf: (repo: string) => string | undefined;
}

type Title = readonly [title: string, file: string, kind: string];
type App = ReturnType<typeof createBrowseApp>['app'];

class SiteWriter {
  readonly #folder: DumpFolder;
  readonly #options: WriterOptions;
  readonly #app: App;
  readonly #match = createPageMatcher(PAGES);
  readonly #queue: string[] = ['/'];
  readonly #known = new Set<string>(this.#queue);
  /** The files of uploads by address, because their names depend on their media types. */
  readonly #uploads = new Map<string, string | undefined>();
  /** Addresses that end like a data format, and whether each is that of a page. */
  readonly #wholes = new Map<string, boolean>();
  readonly #namer = new LastingNamer();
  readonly #titles: Title[] = [];
  #pages = 0;
  #failed = 0;

  constructor(folder: DumpFolder, options: WriterOptions, app: App) {
    this.#folder = folder;
    this.#options = options;
    this.#app = app;
  }

  async write(): Promise<SiteReport> {
    for (const { name, text } of Object.values(readAssets())) {
      await this.#add(`${ASSETS}/${name}`, text);
    }
    for (let address = this.#queue.pop(); address !== undefined; address = this.#queue.pop()) {
      this.#options.signal?.throwIfAborted();
      await this.#writeAddress(new URL(address, ORIGIN));
      this.#options.onPage?.(this.#pages, this.#known.size);
    }
    await this.#add(TITLES, `globalThis.satchelTitles = ${JSON.stringify(this.#titles)};\n`);
    const files = [...this.#uploads.values()].filter((file) => file !== undefined).length;
    return { pages: this.#pages, failed: this.#failed, files, titles: this.#titles.length };
  }

  async #writeAddress(url: URL): Promise<void> {
    const response = await this.#app.request(url.pathname + url.search);
    const file = this.#placeOf(pagePath(url.pathname, url.search));
    const location = response.headers.get('location');
    if (location !== null) {
      const target = this.#linksFrom(file).fileOf(new URL(location, url));
      await this.#add(file, redirectPage(target));
    } else if (response.headers.get('content-type')?.startsWith('text/html') === true) {
      const html = await response.text();
      await this.#keepUploads(html);
      this.#noteTitle(html, file, this.#match(url.pathname));
      await this.#add(file, rewritePage(html, url, this.#linksFrom(file)));
    }
    this.#pages += 1;
    this.#failed += Number(response.status >= 500);
  }

  #noteTitle(html: string, file: string, matched: MatchedPage | undefined): void {
    const title = TITLE.exec(html)?.[1];
    if (
      matched !== undefined &&
      matched.row.inSites === 'indexed' &&
      title !== undefined &&
      file.endsWith('/index.html')
    ) {
      this.#titles.push([unescapeMarkup(title), relativePath(TITLES, file), matched.row.name]);
    }
  }

  /** Writes the uploads that a page shows or links to; it runs before the page is written. */
  async #keepUploads(html: string): Promise<void> {
    for (const [, , address = ''] of html.matchAll(ADDRESSES)) {
      const url = new URL(unescapeMarkup(address), ORIGIN);
      await this.#noteWhole(url);
      const matched = this.#matchKept(url);
      if (
        matched === undefined ||
        this.#uploads.has(url.pathname) ||
        (await matched.row.load()).kind === 'page'
      ) {
        continue;
      }
      const response = await this.#app.request(url.pathname);
      const file = response.ok
        ? this.#placeOf(bytesPath(url.pathname, response.headers.get('content-type') ?? ''))
        : undefined;
      this.#uploads.set(url.pathname, file);
      if (file !== undefined) {
        const bytes = Buffer.from(await response.arrayBuffer());
        await this.#add(file, matched.row.hasMails === true ? hideInPatches(bytes) : bytes);
      }
    }
  }

  /** Notes whether an address that ends like a data format is that of a page, such as a repository. */
  async #noteWhole({ pathname }: URL): Promise<void> {
    if (this.#match(pathname)?.whole !== undefined && !this.#wholes.has(pathname)) {
      const { headers } = await this.#app.request(pathname);
      this.#wholes.set(pathname, headers.get('content-type')?.startsWith('text/html') === true);
    }
  }

  #linksFrom(file: string): SiteLinks {
    return {
      assetOf: (name) => relativePath(file, `${ASSETS}/${name}`),
      titles: relativePath(file, TITLES),
      fileOf: (url) => {
        const target = this.#fileOf(url);
        return target === undefined ? undefined : relativePath(file, target) + url.hash;
      },
    };
  }

  /** The file of an address, which is queued for writing; undefined if the site omits it. */
  #fileOf(url: URL): string | undefined {
    url.searchParams.delete('at'); // The first page of a long thread leads to each anchor.
    if (this.#uploads.has(url.pathname)) {
      return this.#uploads.get(url.pathname);
    }
    if (this.#matchKept(url) === undefined) {
      return undefined;
    }
    const address = url.pathname + url.search;
    if (!this.#known.has(address)) {
      this.#known.add(address);
      this.#queue.push(address);
    }
    return this.#placeOf(pagePath(url.pathname, url.search));
  }

  /** The page of an address if the site contains it: lists only in default order, code only of the default branch. */
  #matchKept(url: URL): MatchedPage | undefined {
    const found = url.origin === ORIGIN ? this.#match(url.pathname) : undefined;
    const matched = this.#wholes.get(url.pathname) === true ? found?.whole : found;
    const isKept =
      matched !== undefined &&
      matched.format === undefined &&
      this.#isOwned(matched) &&
      matched.row.inSites !== 'omitted' &&
      [...url.searchParams].every(
        ([name, value]) =>
          name === 'after' || name === 'from' || name === 'part' || (name === 'q' && KEPT_LISTS.test(value)),
      ) &&
      this.#isOnDefaultBranch(url.pathname);
    return isKept ? matched : undefined;
  }

  /** Whether it is not about repositories of other owners than the site is narrowed to. */
  #isOwned({ row, params: { owner, repo, login = '' } }: MatchedPage): boolean {
    const { owners } = this.#options;
    const named =
      repo !== undefined ? `${owner}/${repo}` : row.name === 'activity of an owner' ? login : undefined;
    return owners === undefined || named === undefined || isOwnedBy(named, owners);
  }

  #isOnDefaultBranch(path: string): boolean {
    const [, owner, name, rest] = CODE.exec(path)?.map(decodePart) ?? [];
    if (rest === undefined) {
      return true;
    }
    const branch = this.#options.branchOf(`${owner}/${name}`);
    return branch !== undefined && (rest === branch || rest.startsWith(`${branch}/`));
  }

  #placeOf({ parts, extension }: SitePath): string {
    return this.#namer.pathOf(parts, extension);
  }

  async #add(path: string, content: string | Uint8Array): Promise<void> {
    await this.#folder.addFile(path, (file) => file.write(content));
  }
}

/** Lists by state, label or milestone. */
const KEPT_LISTS = /^(?:|is:(?:open|closed|merged)|(?:label|milestone):(?:"[^"]*")+) ?$/;

const TITLE = /<title>(.*?) · Satchel<\/title>/s;
const ADDRESSES = /\s(href|src)="(\/[^"]*)"/g;
const CODE = /^\/([^/]+)\/([^/]+)\/(?:tree|blob|raw)\/(.+)$/;

/** A redirect, such as from an issue's address to a pull request with its number. */
function redirectPage(target: string | undefined): string {
  return target === undefined
    ? '<!doctype html><meta charset="utf-8"><title>Not in this site</title><p>This page is not part of this site.'
    : `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0;url=${target}"><p><a href="${target}">It is here</a>`;
}
