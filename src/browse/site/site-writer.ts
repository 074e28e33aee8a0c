import { LastingNamer } from '../../base/safe-name.ts';
import type { NotedFolder } from '../../dump/dump-place.ts';
import { readAssets } from '../assets/assets.ts';
import { hideInPatches } from '../code/hide-addresses.ts';
import type { BrowseApp } from '../create-browse-app.ts';
import type { MatchedPage } from '../match-page.ts';
import type { SiteReport } from '../site-report.ts';
import { unescapeMarkup } from '../unescape-markup.ts';
import { noteOf, type PageNote } from './page-note.ts';
import { copyOf, redirectPage, rewritePage, type SiteLinks, titleOf } from './rewrite-page.ts';
import { bytesPath, pagePath, relativePath, type SitePath, type SiteTarget } from './site-path.ts';
import { SiteQueue } from './site-queue.ts';
import { type ScopeOptions, SiteScope } from './site-scope.ts';

/** The origin of the in-process reader; it does not appear in written pages. */
const ORIGIN = 'http://localhost';
const MAX_HOPS = 5;
const ASSETS = '-/assets';
const TITLES = '-/titles.js';

export interface WriterOptions extends ScopeOptions {
  readonly onPage?: ((written: number, found: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Title = readonly [title: string, file: string, kind: string];

/** Crawls the reader, and writes what it answers. */
export class SiteWriter {
  readonly #folder: NotedFolder;
  readonly #options: WriterOptions;
  readonly #app: BrowseApp['app'];
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
  readonly #targets = new Map<string, SiteTarget>();
  readonly #titles = new Map<string, Title>();
  #failed = 0;
  /** What is noted of the page that is being written. */
  #note = noteOf('/');

  constructor(folder: NotedFolder, options: WriterOptions, app: BrowseApp['app']) {
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
      const known = this.#folder.notes[asked];
      if (known?.['address'] === address && known['isFailed'] !== true) {
        this.#repeat(known as unknown as PageNote); // Its checksum proves that we wrote it.
      } else {
        this.#note = noteOf(address);
        await this.#writeAddress(address);
        this.#options.signal?.throwIfAborted(); // A page that was being read lacks what git was stopped at.
        await this.#folder.note({ ...this.#note });
      }
      asked += 1;
      this.#options.onPage?.(asked, this.#queue.size);
    }
    await this.#writeRedirects();
    await this.#removeDeadLinks();
    const depthOf = (file: string) => file.split('/').length;
    // Accounts and repositories come before what is in them.
    const titles = [...this.#titles.values()].toSorted((one, other) => depthOf(one[1]) - depthOf(other[1]));
    await this.#add(TITLES, `globalThis.satchelTitles = ${JSON.stringify(titles)};\n`);
    return {
      pages: this.#queue.size - this.#missing.size,
      failed: this.#failed,
      files: [...this.#uploads.values()].filter((file) => file !== undefined).length,
      titles: titles.length,
    };
  }

  async #writeAddress(address: string): Promise<void> {
    const url = new URL(address, ORIGIN);
    const response = await this.#app.request(address);
    const location = response.headers.get('location');
    if (location !== null) {
      this.#note.location = location;
      this.#redirect(url, location);
    } else if (response.status >= 400 && response.status < 500) {
      this.#note.isMissing = true;
      this.#missing.add(address);
    } else if (response.headers.get('content-type')?.startsWith('text/html') === true) {
      if (response.status >= 500) {
        this.#note.isFailed = true;
        this.#failed += 1;
      }
      await this.#writePage(url, await response.text());
      this.#queue.noteWritten(address);
    }
  }

  /** Does with a page that was written before an interruption what follows from it. */
  #repeat({ address, location, isMissing, files, wholes, title, links }: PageNote): void {
    const url = new URL(address, ORIGIN);
    for (const [path, isPage] of wholes) {
      this.#wholes.set(path, isPage);
    }
    for (const [path, type] of files) {
      this.#uploads.set(path, type === null ? undefined : this.#placeOf(bytesPath(path, type)));
    }
    if (location !== undefined) {
      this.#redirect(url, location);
    } else if (isMissing === true) {
      this.#missing.add(address);
    } else {
      const file = this.#placeOf(pagePath(url.pathname, url.search));
      this.#keepTitle(title, file, this.#scope.match(url.pathname));
      for (const link of links) {
        this.#follow(new URL(link, ORIGIN), address);
      }
      this.#queue.noteWritten(address);
    }
  }

  #redirect(from: URL, location: string): void {
    const target = new URL(location, from);
    this.#targetOf(target); // Queues it.
    this.#redirects.set(from.pathname + from.search, target);
  }

  async #writePage(url: URL, html: string): Promise<void> {
    const file = this.#placeOf(pagePath(url.pathname, url.search));
    await this.#keepUploads(html);
    this.#note.title = titleOf(html);
    this.#keepTitle(this.#note.title, file, this.#scope.match(url.pathname));
    await this.#add(file, rewritePage(html, url, this.#linksFrom(file, url)));
  }

  /** Writes redirects to pages, such as from an issue's address to a pull request with its number. */
  async #writeRedirects(): Promise<void> {
    for (const [address, target] of this.#redirects) {
      const { pathname, search } = new URL(address, ORIGIN);
      const file = this.#placeOf(pagePath(pathname, search));
      const there = this.#targetOf(this.#endOf(target)).file;
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

  #keepTitle(title: string | null, file: string, matched: MatchedPage | undefined): void {
    if (matched?.row.inSites === 'indexed' && title !== null && file.endsWith('/index.html')) {
      this.#titles.set(file, [title, relativePath(TITLES, file), matched.row.name]);
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
      const type = response.ok ? (response.headers.get('content-type') ?? '') : null;
      const file = type === null ? undefined : this.#placeOf(bytesPath(url.pathname, type));
      this.#uploads.set(url.pathname, file);
      this.#note.files.push([url.pathname, type]);
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
      const isPage = headers.get('content-type')?.startsWith('text/html') === true;
      this.#wholes.set(pathname, isPage);
      this.#note.wholes.push([pathname, isPage]);
    }
  }

  #linksFrom(file: string, page: URL): SiteLinks {
    const here = page.pathname + page.search;
    return {
      assetOf: (name) => relativePath(file, `${ASSETS}/${name}`),
      titles: relativePath(file, TITLES),
      fileOf: (url) => {
        const target = this.#follow(url, here);
        return target === undefined ? undefined : relativePath(file, target) + url.hash;
      },
      originalOf: (url) => this.#scope.originalOf(url, this.#missing.has(url.pathname + url.search)),
    };
  }

  /** The file of an address that a page links to. Most links are on many pages, and only the first ones matter. */
  #follow(url: URL, page: string): string | undefined {
    const asked = url.pathname + url.search;
    const before = this.#queue.size;
    const { address, file } = this.#targetOf(url);
    if (this.#queue.noteLink(address, page) || this.#queue.size > before) {
      this.#note.links.push(copyOf(asked));
    }
    return file;
  }

  /** The address and file of a link, which is queued for writing; no file if the site omits it. */
  #targetOf(url: URL): SiteTarget {
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

const ADDRESSES = /\s(href|src)="(\/[^"]*)"/g;
