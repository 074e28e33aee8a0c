import { RecentValues } from '../base/recent-values.ts';
import { LastingNamer } from '../base/safe-name.ts';
import { type DumpFolder, type DumpPlace, writeDumpFolder } from '../dump/dump-place.ts';
import { openReading } from '../reading/open-reading.ts';
import { readAssets } from './assets/assets.ts';
import { hideInPatches } from './code/hide-addresses.ts';
import { type BrowseOptions, createBrowseApp } from './create-browse-app.ts';
import type { MatchedPage } from './match-page.ts';
import { rewritePage, type SiteLinks } from './site/rewrite-page.ts';
import { bytesPath, pagePath, relativePath, type SitePath } from './site/site-path.ts';
import { SiteQueue } from './site/site-queue.ts';
import { type ScopeOptions, type SiteRepository, SiteScope } from './site/site-scope.ts';
import type { SiteReport } from './site-report.ts';
import { unescapeMarkup } from './unescape-markup.ts';

export interface SiteOptions extends Omit<BrowseOptions, 'guard' | 'isFixed'> {
  readonly place: DumpPlace;
  /** Called after each page with the number of written pages and of pages found through links so far. */
  readonly onPage?: ((written: number, found: number) => void) | undefined;
}

/** The origin of the in-process reader; it does not appear in written pages. */
const ORIGIN = 'http://localhost';
const MAX_HOPS = 5;
/** The repositories that are remembered: each page names its own one at each link. */
const MAX_REPOSITORIES = 100;
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
  const known = new RecentValues<SiteRepository>({ maxWeight: MAX_REPOSITORIES });
  const repositoryOf = (name: string) =>
    names.has(name) ? known.getOrMake(name, () => reading.repository(name)) : undefined;
  try {
    return await writeDumpFolder({ ...options.place, isShared: true }, (folder) =>
      new SiteWriter(folder, { ...options, repositoryOf }, reader.app).write(),
    );
  } finally {
    reading.close();
    await reader.close();
  }
}

type WriterOptions = SiteOptions & ScopeOptions;

interface Target {
  /** As it is asked for. */
  readonly address: string;
  readonly file: string | undefined;
}

type Title = readonly [title: string, file: string, kind: string];
type App = ReturnType<typeof createBrowseApp>['app'];

class SiteWriter {
  readonly #folder: DumpFolder;
  readonly #options: WriterOptions;
  readonly #app: App;
  readonly #scope: SiteScope;
  readonly #queue = new SiteQueue();
  /** The addresses that were looked at for uploads: most are on many pages. */
  readonly #seen = new Set<string>();
  readonly #redirects = new Map<string, URL>();
  /** Addresses without a page, as of a file that a README names and the repository lacks. */
  readonly #missing = new Set<string>();
  /** The files of uploads by address, because their names depend on their media types. */
  readonly #uploads = new Map<string, string | undefined>();
  /** Addresses that end like a data format, and whether each is that of a page. */
  readonly #wholes = new Map<string, boolean>();
  readonly #namer = new LastingNamer();
  /** The files of addresses, as links spell them. */
  readonly #targets = new Map<string, Target>();
  readonly #titles = new Map<string, Title>();
  #failed = 0;

  constructor(folder: DumpFolder, options: WriterOptions, app: App) {
    this.#folder = folder;
    this.#options = options;
    this.#app = app;
    this.#scope = new SiteScope(options);
  }

  async write(): Promise<SiteReport> {
    for (const { name, text } of Object.values(readAssets())) {
      await this.#add(`${ASSETS}/${name}`, text);
    }
    let asked = 0;
    this.#queue.add('/', '');
    for (const address of this.#queue) {
      this.#options.signal?.throwIfAborted();
      await this.#writeAddress(address);
      asked += 1;
      this.#options.onPage?.(asked, this.#queue.size);
    }
    await this.#writeRedirects();
    await this.#removeDeadLinks();
    const depthOf = (file: string) => file.split('/').length;
    // Accounts and repositories come before what is in them.
    const titles = [...this.#titles.values()].toSorted((one, other) => depthOf(one[1]) - depthOf(other[1]));
    await this.#add(TITLES, `globalThis.satchelTitles = ${JSON.stringify(titles)};\n`);
    const files = [...this.#uploads.values()].filter((file) => file !== undefined).length;
    const pages = this.#queue.size - this.#missing.size;
    return { pages, failed: this.#failed, files, titles: titles.length };
  }

  async #writeAddress(address: string): Promise<void> {
    const url = new URL(address, ORIGIN);
    const response = await this.#app.request(address);
    const location = response.headers.get('location');
    if (location !== null) {
      const target = new URL(location, url);
      this.#fileOf(target); // Queues it.
      this.#redirects.set(address, target);
    } else if (response.status >= 400 && response.status < 500) {
      this.#missing.add(address);
    } else if (response.headers.get('content-type')?.startsWith('text/html') === true) {
      this.#failed += Number(response.status >= 500);
      await this.#writePage(url, await response.text());
      this.#queue.noteWritten(address);
    }
  }

  async #writePage(url: URL, html: string): Promise<void> {
    const file = this.#placeOf(pagePath(url.pathname, url.search));
    await this.#keepUploads(html);
    this.#noteTitle(html, file, this.#scope.match(url.pathname));
    await this.#add(file, rewritePage(html, url, this.#linksFrom(file, url)));
  }

  /** Writes redirects to pages, such as from an issue's address to a pull request with its number. */
  async #writeRedirects(): Promise<void> {
    for (const [address, target] of this.#redirects) {
      const { pathname, search } = new URL(address, ORIGIN);
      const file = this.#placeOf(pagePath(pathname, search));
      const there = this.#fileOf(this.#endOf(target));
      if (there === undefined) {
        this.#missing.add(address);
      } else {
        await this.#add(file, redirectPage(relativePath(file, there) + target.hash));
      }
    }
  }

  /** Where redirects lead in the end. */
  #endOf(url: URL): URL {
    let end = url;
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      end = this.#redirects.get(end.pathname + end.search) ?? end;
    }
    return end;
  }

  /** Writes the pages again that link to what turned out to be missing. */
  async #removeDeadLinks(): Promise<void> {
    for (const address of this.#queue.linkingTo(this.#missing)) {
      this.#options.signal?.throwIfAborted();
      const response = await this.#app.request(address);
      await this.#writePage(new URL(address, ORIGIN), await response.text());
    }
  }

  #noteTitle(html: string, file: string, matched: MatchedPage | undefined): void {
    const title = TITLE.exec(html)?.[1];
    if (
      matched !== undefined &&
      matched.row.inSites === 'indexed' &&
      title !== undefined &&
      file.endsWith('/index.html')
    ) {
      this.#titles.set(file, [copyOf(unescapeMarkup(title)), relativePath(TITLES, file), matched.row.name]);
    }
  }

  /** Writes the uploads that a page shows or links to; it runs before the page is written. */
  async #keepUploads(html: string): Promise<void> {
    for (const [, , address = ''] of html.matchAll(ADDRESSES)) {
      if (this.#seen.has(address)) {
        continue;
      }
      this.#seen.add(copyOf(address));
      const url = new URL(unescapeMarkup(address), ORIGIN);
      url.pathname = this.#scope.atBranch(url.pathname);
      await this.#noteWhole(url);
      const matched = this.#pageOf(url);
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
    if (this.#scope.match(pathname)?.whole !== undefined && !this.#wholes.has(pathname)) {
      const { headers } = await this.#app.request(pathname);
      this.#wholes.set(pathname, headers.get('content-type')?.startsWith('text/html') === true);
    }
  }

  #linksFrom(file: string, page: URL): SiteLinks {
    const here = page.pathname + page.search;
    return {
      assetOf: (name) => relativePath(file, `${ASSETS}/${name}`),
      titles: relativePath(file, TITLES),
      fileOf: (url) => {
        const { address, file: target } = this.#targetOf(url);
        this.#queue.noteLink(address, here);
        return target === undefined ? undefined : relativePath(file, target) + url.hash;
      },
      originalOf: (url) => this.#scope.originalOf(url, this.#missing.has(url.pathname + url.search)),
    };
  }

  /** The file of an address, which is queued for writing; undefined if the site omits it. */
  #fileOf(url: URL): string | undefined {
    return this.#targetOf(url).file;
  }

  #targetOf(url: URL): Target {
    const asked = url.pathname + url.search;
    const known = url.origin === ORIGIN ? this.#targets.get(asked) : undefined;
    if (known !== undefined && !this.#missing.has(known.address)) {
      return known;
    }
    const file = this.#findFile(url);
    const target = { address: url.pathname + url.search, file };
    if (file !== undefined) {
      this.#targets.set(asked, target);
    }
    return target;
  }

  #findFile(url: URL): string | undefined {
    url.pathname = this.#scope.atBranch(url.pathname);
    url.searchParams.delete('at'); // The first page of a long thread leads to each anchor.
    if (this.#uploads.has(url.pathname)) {
      return this.#uploads.get(url.pathname);
    }
    const matched = this.#pageOf(url);
    if (matched === undefined) {
      return undefined;
    }
    const address = url.pathname + url.search;
    if (this.#missing.has(address)) {
      return undefined;
    }
    const { owner, repo } = matched.params;
    this.#queue.add(address, repo === undefined ? '' : `${owner}/${repo}`);
    return this.#placeOf(pagePath(url.pathname, url.search));
  }

  #pageOf(url: URL): MatchedPage | undefined {
    return url.origin === ORIGIN
      ? this.#scope.pageOf(url, this.#wholes.get(url.pathname) === true)
      : undefined;
  }

  #placeOf({ parts, extension }: SitePath): string {
    return this.#namer.pathOf(parts, extension);
  }

  async #add(path: string, content: string | Uint8Array): Promise<void> {
    await this.#folder.addFile(path, (file) => file.write(content));
  }
}

const TITLE = /<title>(.*?) · Satchel<\/title>/s;
/** V8 keeps the whole page for a part of it. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}

const ADDRESSES = /\s(href|src)="(\/[^"]*)"/g;

function redirectPage(target: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0;url=${target}"><p><a href="${target}">It is here</a>`;
}
