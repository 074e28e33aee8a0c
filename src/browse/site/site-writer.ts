import { nextTurn } from '../../base/clock.ts';
import { capitalized } from '../../base/text-ends.ts';
import { copyInto, type NotedFolder } from '../../dump/dump-place.ts';
import { OMITTED } from '../../store/public-report.ts';
import { allAssets, readSiteSearch, readSiteTitles } from '../assets/assets.ts';
import { hideInPatches } from '../code/hide-addresses.ts';
import type { BrowseApp } from '../create-browse-app.ts';
import { OMITTED_PATH } from '../layout/lay-out.ts';
import type { MatchedPage } from '../match-page.ts';
import { KIND_HEADER } from '../page.ts';
import type { SiteReport } from '../site-report.ts';
import { unescapeMarkup } from '../unescape-markup.ts';
import { noteOf, type PageNote } from './page-note.ts';
import { copyOf, redirectPage, rewritePage, type SiteLinks, titleOf } from './rewrite-page.ts';
import { SiteIndex } from './site-index.ts';
import { bytesPath, pagePath, relativePath } from './site-path.ts';
import type { ScopeOptions } from './site-scope.ts';
import type { SiteTally } from './site-tally.ts';
import { ORIGIN, type SiteTarget, SiteTargets } from './site-targets.ts';

const MAX_HOPS = 5;
const ASSETS = '-/assets';
const TITLES = '-/titles.js';
const TEXTS = '-/texts';
const SEARCH = '/-/search';
const COMMON = 'common file';

export interface WriterOptions extends ScopeOptions {
  readonly onPage?: ((written: number, found: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Counts the files, if nothing is written. */
  readonly tally?: SiteTally | undefined;
}

/** The addresses that are remembered as looked at: most are on many pages. */
const MAX_SEEN = 20_000;

/** Crawls the reader, and writes what it answers. */
export class SiteWriter {
  readonly #folder: NotedFolder;
  readonly #options: WriterOptions;
  readonly #app: BrowseApp['app'];
  readonly #targets: SiteTargets;
  /** The addresses that were looked at for uploads. */
  readonly #seen = new Set<string>();
  readonly #redirects = new Map<string, URL>();
  readonly #index = new SiteIndex({
    titlesPath: TITLES,
    textsFolder: TEXTS,
    write: (path, content) => this.#add(path, content, 'index of texts'),
  });
  #failed = 0;
  /** What is noted of the page that is being written. */
  #note = noteOf('/');

  constructor(folder: NotedFolder, options: WriterOptions, app: BrowseApp['app']) {
    this.#folder = folder;
    this.#options = options;
    this.#app = app;
    this.#targets = new SiteTargets(options);
  }

  async write(): Promise<SiteReport> {
    for (const { name, content } of allAssets()) {
      await this.#add(`${ASSETS}/${name}`, content, COMMON);
    }
    await this.#add(`${TEXTS}/search.js`, readSiteSearch(), COMMON);
    let asked = 0;
    this.#targets.queue.add('/', '');
    this.#targets.queue.add(SEARCH, '');
    for (const address of this.#targets.queue) {
      this.#options.signal?.throwIfAborted();
      const known = this.#folder.notes[asked];
      if (known?.['address'] === address && known['isFailed'] !== true) {
        await this.#repeat(known as unknown as PageNote); // Its checksum proves that we wrote it.
      } else {
        this.#note = noteOf(address);
        await this.#writeAddress(address);
        this.#options.signal?.throwIfAborted(); // A page that was being read lacks what git was stopped at.
        await this.#folder.note({ ...this.#note });
      }
      asked += 1;
      this.#options.onPage?.(asked, this.#targets.queue.size);
    }
    await this.#writeRedirects();
    if (this.#options.tally === undefined) {
      await this.#removeDeadLinks();
    }
    await this.#index.end();
    await this.#add(TITLES, readSiteTitles() + this.#index.titles.script(), COMMON);
    return {
      pages: this.#targets.queue.size - this.#targets.missing.size,
      failed: this.#failed,
      files: [...this.#targets.uploads.values()].filter((file) => file !== undefined).length,
      titles: this.#index.titles.count,
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
      this.#targets.missing.add(address);
    } else if (response.headers.get('content-type')?.startsWith('text/html') === true) {
      if (response.status >= 500) {
        this.#note.isFailed = true;
        this.#failed += 1;
      }
      await this.#writePage(url, response);
      this.#targets.queue.noteWritten(address);
    }
  }

  /** Does with a page that was written before an interruption what follows from it. */
  async #repeat({ address, location, isMissing, files, wholes, links, ...named }: PageNote): Promise<void> {
    const url = new URL(address, ORIGIN);
    for (const [path, isPage] of wholes) {
      this.#targets.wholes.set(path, isPage);
    }
    for (const [path, type] of files) {
      this.#targets.uploads.set(
        path,
        type === null ? undefined : this.#targets.placeOf(bytesPath(path, type)),
      );
    }
    if (location !== undefined) {
      this.#redirect(url, location);
    } else if (isMissing === true) {
      this.#targets.missing.add(address);
    } else {
      const file = this.#targets.placeOf(pagePath(url.pathname, url.search));
      const matched = this.#targets.scope.match(url.pathname);
      const read = async () => await (await this.#app.request(address)).text();
      await this.#index.add(named, { file, matched, read });
      for (const link of links) {
        this.#noteLink(this.#targets.targetOf(new URL(link, ORIGIN)), address);
      }
      this.#targets.queue.noteWritten(address);
    }
  }

  #redirect(from: URL, location: string): void {
    const target = new URL(location, from);
    this.#targets.targetOf(target); // Queues it.
    this.#redirects.set(from.pathname + from.search, target);
  }

  async #writePage(url: URL, response: Response): Promise<void> {
    const html = await response.text();
    await nextTurn(); // Whatever else the program does, and its signals, would wait for all pages.
    const file = this.#targets.placeOf(pagePath(url.pathname, url.search));
    await this.#keepUploads(html);
    this.#note.title = titleOf(html);
    const matched = this.#targets.scope.match(url.pathname);
    this.#note.kind = capitalized(response.headers.get(KIND_HEADER) ?? matched?.row.name ?? '');
    await this.#index.add(this.#note, { file, matched, read: async () => html });
    await this.#add(file, rewritePage(html, this.#linksFrom(file, url)), matched?.row.name ?? COMMON);
  }

  /** Writes redirects to pages, such as from an issue's address to a pull request with its number. */
  async #writeRedirects(): Promise<void> {
    for (const [address, target] of this.#redirects) {
      const { pathname, search } = new URL(address, ORIGIN);
      const file = this.#targets.placeOf(pagePath(pathname, search));
      const there = this.#targets.targetOf(this.#endOf(target)).file;
      if (there === undefined) {
        this.#targets.missing.add(address);
      } else {
        await this.#add(file, redirectPage(relativePath(file, there) + target.hash), 'redirect');
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
    for (const address of this.#targets.queue.linkingTo(this.#targets.missing)) {
      this.#options.signal?.throwIfAborted();
      const response = await this.#app.request(address);
      await this.#writePage(new URL(address, ORIGIN), response);
    }
  }

  /** Writes the uploads that a page shows or links to; it runs before the page is written. */
  async #keepUploads(html: string): Promise<void> {
    for (const [, , address = ''] of html.matchAll(ADDRESSES)) {
      if (this.#seen.has(address)) {
        continue;
      }
      if (this.#seen.size === MAX_SEEN) {
        this.#seen.clear();
      }
      this.#seen.add(copyOf(address));
      const url = new URL(unescapeMarkup(address), ORIGIN);
      this.#targets.toAsked(url);
      await this.#noteWhole(url);
      const matched = this.#targets.pageOf(url);
      if (
        matched === undefined ||
        this.#targets.uploads.has(url.pathname) ||
        (await matched.row.load()).kind === 'page'
      ) {
        continue;
      }
      await this.#keepUpload(url.pathname, matched.row);
    }
  }

  async #keepUpload(path: string, { name, hasMails }: MatchedPage['row']): Promise<void> {
    const { tally } = this.#options;
    const response = await this.#app.request(path, tally === undefined ? {} : { method: 'HEAD' });
    const type = response.ok ? (response.headers.get('content-type') ?? '') : null;
    const file = type === null ? undefined : this.#targets.placeOf(bytesPath(path, type));
    this.#targets.uploads.set(path, file);
    this.#note.files.push([path, type]);
    if (file === undefined) {
      return;
    }
    const known = response.headers.get('content-length');
    if (tally !== undefined && (known !== null || !tally.wantsSize(name))) {
      tally.add(name, known === null ? undefined : Number(known));
      return;
    }
    const whole = tally === undefined ? response : await this.#app.request(path);
    const content = hasMails === true ? hideInPatches(Buffer.from(await whole.arrayBuffer())) : whole.body;
    await this.#add(file, content ?? '', name);
  }

  /** Notes whether an address that ends like a data format is that of a page, such as a repository. */
  async #noteWhole({ pathname }: URL): Promise<void> {
    if (this.#targets.scope.match(pathname)?.whole !== undefined && !this.#targets.wholes.has(pathname)) {
      const { headers } = await this.#app.request(pathname);
      const isPage = headers.get('content-type')?.startsWith('text/html') === true;
      this.#targets.wholes.set(pathname, isPage);
      this.#note.wholes.push([pathname, isPage]);
    }
  }

  #linksFrom(file: string, page: URL): SiteLinks {
    const here = page.pathname + page.search;
    return {
      assetOf: (name) => relativePath(file, `${ASSETS}/${name}`),
      titles: relativePath(file, TITLES),
      texts: relativePath(file, `${TEXTS}/index.js`),
      search: relativePath(file, this.#targets.placeOf(pagePath(SEARCH, ''))),
      fileOf: (written) => {
        if (written === OMITTED_PATH) {
          return relativePath(file, OMITTED);
        }
        const target = this.#targets.linkedTo(written, page);
        this.#noteLink(target, here);
        return target.file === undefined ? undefined : relativePath(file, target.file) + target.hash;
      },
      originalOf: (written) => this.#targets.linkedTo(written, page).original,
    };
  }

  /** Most links are on many pages, and only the first ones matter. */
  #noteLink({ address, asked }: SiteTarget, page: string): void {
    if (this.#targets.queue.noteLink(address, page)) {
      this.#note.links.push(copyOf(asked));
    }
  }

  async #add(
    path: string,
    content: string | Uint8Array | AsyncIterable<Uint8Array>,
    kind: string,
  ): Promise<void> {
    const isWhole = typeof content === 'string' || content instanceof Uint8Array;
    const sizeBytes = await this.#folder.addFile(path, (file) =>
      isWhole ? file.write(content) : copyInto(file, content),
    );
    this.#options.tally?.add(kind, sizeBytes);
  }
}

const ADDRESSES = /\s(href|src)="(\/[^"]*)"/g;
