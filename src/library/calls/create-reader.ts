import { resolve } from 'node:path';
import { noteTo } from '../../app/context.ts';
import { filesOf, proofsOf } from '../../app/folders-of-store.ts';
import { withPublicStore } from '../../app/store-at-snapshot.ts';
import { definedMembers } from '../../base/json.ts';
import { addPrefix } from '../../browse/add-prefix.ts';
import { createBrowseApp } from '../../browse/create-browse-app.ts';
import type { SitePlan, SiteReport } from '../../browse/site-report.ts';
import {
  planSite as planPages,
  type ShownOptions,
  writeSite as writePages,
} from '../../browse/write-site.ts';
import { Failure } from '../../model/failure.ts';
import { readRepositoriesOf } from '../../reading/open-reading.ts';
import { pathOf, requireArgument, requireOptions } from './check-arguments.ts';
import { REPORTS, type ReportOptions, reportFor } from './reports.ts';
import { described, FLAG, FUNCTION, listOf, PATH, type Shape, type ShapesOf, TEXT } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** How to show a store. */
export interface ReaderOptions extends Surroundings {
  /** The path below which your program serves the reader, such as `/archive`; default: the root. */
  readonly prefix?: string | undefined;
  /**
   * The accounts whose repositories its lists and searches show. This keeps nothing secret: pages of other repositories
   * answer to their addresses, and SQL reads all. For several tenants, use a store for each, or `authorize`.
   */
  readonly accounts?: readonly string[] | undefined;
  /**
   * Decides on each request before it is answered: true, or the response to send instead. Without it, only requests to
   * loopback addresses are answered, because anyone who can reach the reader could read the store.
   */
  readonly authorize?: ((request: Request) => boolean | Response | Promise<boolean | Response>) | undefined;
  /** Called with internal errors, and the path of the request. */
  readonly onError?: ((error: unknown, path: string) => void) | undefined;
}

const READING: ShapesOf<ReaderOptions> = {
  ...SURROUNDINGS,
  prefix: TEXT,
  accounts: listOf(TEXT),
  authorize: FUNCTION,
  onError: FUNCTION,
};

const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~%-]+)*$/;

const REQUEST: Shape = (value, name) =>
  value instanceof Request ? undefined : `"${name}" must be a Request, and not ${described(value)}`;

/** The pages of a store as a handler of requests. */
export interface Reader extends AsyncDisposable {
  /**
   * Answers a request: for Hono, Express with an adapter, `node:http` with one, or a service worker. Ends its work and
   * throws the reason if the signal of the request is aborted.
   */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Renders a comment or another text of a repository as safe HTML, with links to pages of this reader. */
  markdown(text: string, options?: { readonly repository?: string | undefined }): Promise<string>;
  /** Ends running queries and closes the store. Later requests fail with `closed`. */
  close(): Promise<void>;
}

/**
 * Opens a store for reading in a browser. Listens on nothing: pass requests to `fetch`. A store that is replaced is opened
 * again. Throws what `openStore` throws.
 *
 * @example
 * await using reader = await createReader('work.db', { prefix: '/archive', authorize: isLoggedIn });
 * app.mount('/archive', reader.fetch, { replaceRequest: (request) => request });
 */
export async function createReader(store: string | URL, options: ReaderOptions = {}): Promise<Reader> {
  const path = resolve(pathOf('open the reader', store));
  requireOptions('open the reader', options, { known: READING });
  const { accounts, authorize, onError } = options;
  const prefix = (options.prefix ?? '').replace(/\/+$/, '');
  if (!PREFIX.test(prefix)) {
    throw new Failure('usage', `Cannot open the reader below "${prefix}": that is not a path of a URL`, {
      hint: 'A prefix has a slash before each name, such as /tools/archive, and no characters that URLs encode',
    });
  }
  const context = withDefaults(options);
  requireAccounts(path, accounts);
  const folders = await filesOf(path, context);
  const app = createBrowseApp({
    store: path,
    folders,
    owners: accounts,
    proofs: await proofsOf(path, folders, context),
    clock: context.clock,
    signal: context.signal,
    searchPath: context.env['PATH'] ?? '',
    ...definedMembers({ onError }),
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= app.close();
    return closing;
  };
  const requireOpen = () => {
    if (closing !== undefined) {
      throw new Failure('closed', `Cannot read the store "${path}": its reader was closed`);
    }
  };
  return {
    fetch: async (request) => {
      requireOpen();
      requireArgument('answer the request', 'request', request, REQUEST);
      request.signal.throwIfAborted();
      const url = new URL(request.url);
      if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) {
        return new Response('Not found\n', { status: 404 });
      }
      const verdict = authorize === undefined ? true : await authorize(request);
      if (verdict !== true) {
        return verdict instanceof Response ? verdict : new Response('Forbidden\n', { status: 403 });
      }
      const answer = await app.app.fetch(innerRequest(request, url, prefix, authorize !== undefined));
      request.signal.throwIfAborted();
      return addPrefix(answer, prefix);
    },
    async markdown(text, options = {}) {
      requireOpen();
      requireArgument('render the text', 'text', text, TEXT);
      requireOptions('render the text', options, { known: { repository: TEXT } });
      return await app.markdown(text, options.repository ?? null);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Fails with `absent` if the store has nothing of one of these accounts. */
function requireAccounts(store: string, accounts: readonly string[] | undefined): void {
  if (accounts !== undefined) {
    readRepositoriesOf(store, accounts);
  }
}

/** The request as the reader knows it. Who authorizes requests also decides on their host names. */
function innerRequest(request: Request, url: URL, prefix: string, isAuthorized: boolean): Request {
  const headers = new Headers(request.headers);
  if (prefix !== '') {
    headers.delete('accept-encoding'); // Pages are rewritten after they were answered.
  }
  if (isAuthorized) {
    headers.delete('host');
    headers.delete('authorization');
  }
  const origin = isAuthorized ? 'http://localhost' : url.origin;
  const path = url.pathname.slice(prefix.length);
  return new Request(`${origin}${path === '' ? '/' : path}${url.search}`, {
    method: request.method,
    headers,
    signal: request.signal,
  });
}

/** What a site shows. */
export interface SitePlanOptions extends Surroundings, ReportOptions {
  /** Also what is not public: private repositories, former texts, all accounts; default: false. */
  readonly includesPrivate?: boolean | undefined;
  /** Only the repositories of these accounts. */
  readonly accounts?: readonly string[] | undefined;
  /** Called with each page that cannot be shown. */
  readonly onError?: ((error: unknown, path: string) => void) | undefined;
}

/** What a site shows, and where to write it. */
export interface SiteOptions extends SitePlanOptions {
  /** The folder, which appears once it is complete. */
  readonly directory: string | URL;
  /** Whether an earlier site may be replaced; default: false. */
  readonly isReplacing?: boolean | undefined;
}

const PLANNING: ShapesOf<SitePlanOptions> = {
  ...SURROUNDINGS,
  ...REPORTS,
  includesPrivate: FLAG,
  accounts: listOf(TEXT),
  onError: FUNCTION,
};

const WRITING: ShapesOf<SiteOptions> = { ...PLANNING, directory: PATH, isReplacing: FLAG };

/**
 * Writes the pages of a store as files, for a web host: by default only what is public. Throws a `Failure`: `usage` if
 * something is at the path, and what `openStore` throws.
 */
export async function writeSite(store: string | URL, options: SiteOptions): Promise<SiteReport> {
  const path = resolve(pathOf('write the site', store));
  requireOptions('write the site', options, { known: WRITING, required: ['directory'] });
  const directory = resolve(pathOf('write the site', options.directory));
  const place = { path: directory, isForced: options.isReplacing ?? false };
  return await withShown(path, options, (shown) =>
    writePages({ ...shown, source: shown.store === path ? undefined : path, place }),
  );
}

/**
 * Counts the pages, files and bytes that `writeSite` would write, and estimates the time in milliseconds. It makes all pages, which
 * takes most of that time, and writes nothing. Throws what `openStore` throws.
 */
export async function planSite(store: string | URL, options: SitePlanOptions = {}): Promise<SitePlan> {
  const path = resolve(pathOf('plan the site', store));
  requireOptions('plan the site', options, { known: PLANNING });
  return await withShown(path, options, planPages);
}

async function withShown<Report>(
  path: string,
  options: SitePlanOptions,
  use: (shown: ShownOptions) => Promise<Report>,
): Promise<Report> {
  const { includesPrivate = false, accounts, onError } = options;
  const { onReport } = reportFor(options);
  const context = withDefaults(options);
  const folders = await filesOf(path, context);
  const useShown = async (shown: string) => {
    requireAccounts(shown, accounts);
    return await use({
      store: shown,
      folders,
      owners: accounts,
      clock: context.clock,
      signal: context.signal,
      searchPath: context.env['PATH'] ?? '',
      onPage: (written, found) => onReport?.({ level: 'debug', type: 'writing', fields: { written, found } }),
      ...definedMembers({ onError }),
    });
  };
  const onNote = noteTo(onReport);
  return await (includesPrivate
    ? useShown(path)
    : withPublicStore(path, { context, onNote, hasGit: true, use: useShown }));
}
