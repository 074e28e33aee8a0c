import { resolve } from 'node:path';
import { filesOf, proofsOf } from '../../app/folders-of-store.ts';
import { untilAborted } from '../../base/signals.ts';
import { addPrefix, prefixed } from '../../browse/add-prefix.ts';
import { createBrowseApp } from '../../browse/create-browse-app.ts';
import { Failure } from '../../model/failure.ts';
import { readRepositoriesOf } from '../../reading/open-reading.ts';
import { pathOf, requireArgument, requireOptions } from './check-arguments.ts';
import { ACCOUNTS, described, FLAG, FUNCTION, type Shape, type ShapesOf, TEXT } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** How to show a store. */
export interface ReaderOptions extends Surroundings {
  /** The path below which your program serves the reader, such as `/archive`; default: the root. */
  readonly prefix?: string | undefined;
  /**
   * The accounts that it is confined to: of the others, no repository, thread, file, profile or version can be reached. It
   * then lacks the pages of the store as a whole: SQL, snapshots and integrity. Default: all accounts.
   */
  readonly accounts?: readonly string[] | undefined;
  /** False leaves out the pages for statements in SQL, and their data; default: true. */
  readonly hasSql?: boolean | undefined;
  /**
   * Decides on each request before it is answered: true, or the response to send instead. If it throws, the request is refused with
   * 500, and `onError` is called. Without it, only requests to loopback addresses are answered, because anyone who
   * can reach the reader could read the store.
   */
  readonly authorize?: ((request: Request) => boolean | Response | Promise<boolean | Response>) | undefined;
  /** Called with internal errors, and the path of the request. */
  readonly onError?: ((error: unknown, path: string) => void) | undefined;
}

const READING: ShapesOf<ReaderOptions> = {
  ...SURROUNDINGS,
  prefix: TEXT,
  accounts: ACCOUNTS,
  hasSql: FLAG,
  authorize: FUNCTION,
  onError: FUNCTION,
};

const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~%-]+)*$/;

const REQUEST: Shape = (value, name) =>
  value instanceof Request ? undefined : `"${name}" must be a Request, and not ${described(value)}`;

/** Where a text is from. */
export interface MarkdownOptions extends Pick<Surroundings, 'signal'> {
  /** `owner/name`: references such as `#7` are to this repository; default: none. */
  readonly repository?: string | undefined;
}

const RENDERING: ShapesOf<MarkdownOptions> = { repository: TEXT, signal: SURROUNDINGS.signal };

/** The pages of a store as a handler of requests. */
export interface Reader extends AsyncDisposable {
  /**
   * Answers a request: for Hono, Express with an adapter, `node:http` with one, or a service worker. Ends its work and
   * throws the reason if the signal of the request is aborted.
   */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Renders a comment or another text of a repository as safe HTML, with links to pages of this reader. */
  markdown(text: string, options?: MarkdownOptions): Promise<string>;
  /**
   * Renders an issue or a pull request with all comments, reviews and events as safe HTML: `acme/app#7`, or its address at
   * the service. It has no style; `store.threadMarkdown()` has the same as Markdown. Throws `absent`.
   */
  threadHtml(address: string, options?: Pick<Surroundings, 'signal'>): Promise<string>;
  /** Ends its work and closes the store. Calls that are still running, and later ones, fail with `closed`. */
  close(): Promise<void>;
}

/**
 * Opens a store for reading in a browser. Listens on nothing: pass requests to `fetch`. A store that is replaced is opened
 * again. Throws what `openStore` throws.
 *
 * @example
 * await using reader = await createReader('work.db', { prefix: '/archive', authorize: ({ headers }) => headers.has('cookie') });
 * const { status } = await reader.fetch(new Request('http://127.0.0.1/archive/'));
 */
export async function createReader(store: string | URL, options: ReaderOptions = {}): Promise<Reader> {
  const path = resolve(pathOf('open the reader', store));
  requireOptions('open the reader', options, { known: READING });
  const { accounts, hasSql, authorize, onError } = options;
  const prefix = (options.prefix ?? '').replace(/\/+$/, '');
  if (!PREFIX.test(prefix)) {
    throw new Failure('usage', `Cannot open the reader below "${prefix}": that is not a path of a URL`, {
      hint: 'A prefix has a slash before each name, such as /tools/archive, and no characters that URLs encode',
    });
  }
  const context = withDefaults(options);
  if (accounts !== undefined) {
    readRepositoriesOf(path, accounts); // Fails with `absent`.
  }
  const folders = await filesOf(path, context);
  const app = createBrowseApp({
    store: path,
    folders,
    owners: accounts,
    hasSql,
    proofs: await proofsOf(path, folders, context),
    clock: context.clock,
    signal: context.signal,
    searchPath: context.env['PATH'] ?? '',
    onError: (error, page) => (closing === undefined ? onError?.(error, page) : undefined),
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
  /** Work that a closed store ends fails with `closed`, too. */
  const whileOpen = async <Result>(work: Promise<Result>) => await work.finally(requireOpen);
  return {
    fetch: async (request) => {
      requireOpen();
      requireArgument('answer the request', 'request', request, REQUEST);
      request.signal.throwIfAborted();
      const url = new URL(request.url);
      if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) {
        return new Response('Not found\n', { status: 404 });
      }
      const refusal = authorize && (await refusalOf(request, authorize, onError));
      if (refusal !== undefined) {
        return refusal;
      }
      const inner = innerRequest(request, url, prefix, authorize !== undefined);
      const answer = await whileOpen(Promise.resolve(app.app.fetch(inner)));
      request.signal.throwIfAborted();
      return addPrefix(answer, prefix);
    },
    async markdown(text, options = {}) {
      requireOpen();
      requireArgument('render the text', 'text', text, TEXT);
      requireOptions('render the text', options, { known: RENDERING });
      const { repository = null, signal } = options;
      signal?.throwIfAborted();
      return prefixed(await untilAborted(whileOpen(app.markdown(text, repository)), signal), prefix);
    },
    async threadHtml(address, options = {}) {
      requireOpen();
      requireArgument('render the thread', 'address', address, TEXT);
      requireOptions('render the thread', options, { known: { signal: SURROUNDINGS.signal } });
      const { signal } = options;
      signal?.throwIfAborted();
      return prefixed(await untilAborted(whileOpen(app.thread(address)), signal), prefix);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What is answered instead of a page to a request that is not authorized; undefined if it is. */
async function refusalOf(
  request: Request,
  authorize: NonNullable<ReaderOptions['authorize']>,
  onError: ReaderOptions['onError'],
): Promise<Response | undefined> {
  try {
    const verdict = await authorize(request);
    if (verdict === true) {
      return undefined;
    }
    return verdict instanceof Response ? verdict : new Response('Forbidden\n', { status: 403 });
  } catch (error) {
    request.signal.throwIfAborted();
    onError?.(error, new URL(request.url).pathname);
    return new Response('The request could not be authorized\n', { status: 500 });
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
