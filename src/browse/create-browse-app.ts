import { Hono } from 'hono';
import type { Clock } from '../base/clock.ts';
import { createGitLibrary } from '../git/open-repository.ts';
import { parseThreadAddress } from '../reading/thread-address.ts';
import { type FileFolders, foldersNextTo } from '../store/file-folders.ts';
import { createPageTest } from './addresses/page-test.ts';
import { createOldAddressLookup } from './addresses/read-address.ts';
import { answerAsset } from './assets/assets.ts';
import { findDiagramLibrary } from './diagrams/find-diagram-library.ts';
import { createPageMatcher } from './match-page.ts';
import { PAGES } from './pages.table.ts';
import { renderThread } from './render-thread.ts';
import { createAnswering } from './serve/answer-page.ts';
import { encodeAnswers } from './serve/encode-answers.ts';
import { type Guard, guardRequests, type Sender } from './serve/guard-requests.ts';
import { createOlderReader } from './serve/older-reader.ts';
import { type Library, openLibrary } from './serve/open-library.ts';
import type { ArchiveProof, Indexing } from './sources.ts';

/** The configuration of a reader. */
export interface BrowseOptions {
  readonly store: string;
  /**
   * Whether its pages are written as a site (default: false): they are those of the store as it was opened, even if it is
   * replaced, and say nothing that is true only today.
   */
  readonly isSite?: boolean;
  /** Whether the store was made from another one and has only what is public of it: sites say so, and link to what is left out. */
  readonly isPublic?: boolean;
  /** The owners that it is confined to: nothing of others is reachable. By default people choose. */
  readonly owners?: readonly string[] | undefined;
  /** Whether it has pages for statements in SQL (default: true). */
  readonly hasSql?: boolean | undefined;
  /** The folders of the store's files; the ones next to it by default. */
  readonly folders?: FileFolders;
  /** Verification results of the loaded archives, from their vault. */
  readonly proofs?: readonly ArchiveProof[];
  /** If its texts are still being indexed. */
  readonly indexing?: Indexing;
  /** Finds the script that draws diagrams; by default that of an installed package. */
  readonly findDiagramLibrary?: () => string | undefined;
  readonly clock: Clock;
  /** Directories, as in `PATH`, to search for the program git. Without git no code is shown. */
  readonly searchPath?: string;
  /** The allowed hosts and the token; by default loopback names without a token. */
  readonly guard?: Guard;
  /** Aborts running queries when the reader stops. */
  readonly signal?: AbortSignal;
  /** Receives internal errors for logging. */
  readonly onError?: (error: unknown, path: string) => void;
}

/** The reader as an application without a socket. */
export interface BrowseApp {
  /** Answers requests; `app.request('/path')` works without a network. */
  readonly app: Hono<{ Bindings: Sender }>;
  /** Renders a text of a repository as safe HTML. */
  markdown(text: string, repo: string | null): Promise<string>;
  /** Renders an issue or a pull request, as `acme/app#7` or its address. Fails with `absent`. */
  thread(address: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens the store and sets up all pages. Fails with `absent`, `not-a-store`, `store-older`, `store-newer` or `file-system`. */
export function createBrowseApp(options: BrowseOptions): BrowseApp {
  const { clock, signal, searchPath = '', folders = foldersNextTo(options.store) } = options;
  const hasPage = createPageTest();
  const { owners, hasSql = true } = options;
  const library = openLibrary(options.store, hasPage, { folders, isFixed: options.isSite, owners });
  const rows = PAGES.filter(
    ({ isSql, isWhole }) => !(isSql === true && !hasSql) && !(isWhole === true && owners !== undefined),
  );
  const git = createGitLibrary({ searchPath, clock, signal });
  const app = new Hono<{ Bindings: Sender }>();
  const pages = {
    ...options,
    git,
    diagramLibrary:
      options.isSite === true ? undefined : (options.findDiagramLibrary ?? findDiagramLibrary)(),
    match: createPageMatcher(rows),
    namedPages: rows.flatMap(({ titles = {} }) => Object.entries(titles)),
    oldAddressTarget: createOldAddressLookup(),
  };
  const older = createOlderReader({
    library,
    open: (path) => openLibrary(path, hasPage, { folders, owners }),
    answering: (restored: Library) => createAnswering({ ...pages, library: restored, isOlder: true }),
  });
  const answer = createAnswering({ ...pages, library, older });
  if (options.isSite !== true) {
    // A site has neither: it asks in this process, once for each page.
    app.use(guardRequests(options.guard, clock));
    app.use(encodeAnswers());
  }
  app.get('/-/assets/:hash/:name', ({ req }) => answerAsset(req.param('hash'), req.param('name')));
  app.get('/-/healthz', () => new Response('ok\n'));
  app.get('*', ({ req }) => answer(req.raw));
  app.all('*', () => new Response('This reader is read-only: use GET\n', METHOD_REFUSED));
  app.onError((error, { req }) => {
    if (!req.raw.signal.aborted) {
      options.onError?.(error, req.path);
    }
    return new Response('The page could not be made\n', { status: 500 }); // Hono would print the error.
  });
  /** Texts of one page take turns with those of others. */
  const rendering = (page: object) => async (text: string, repo: string | null) => {
    const { renderer, links, store } = library.current();
    return String(await renderer.markdown(text, { repo, links, state: store.identity }, page));
  };
  return {
    app,
    markdown: (text, repo) => rendering({})(text, repo),
    async thread(address) {
      const found = library.current().store.thread(parseThreadAddress([address]));
      const render = rendering({});
      return await renderThread(found, (text) => render(text, found.repo));
    },
    async close() {
      git.close();
      library.close(); // Also ends the restoring of a snapshot, for which the next line would wait.
      await older.close();
    },
  };
}

const METHOD_REFUSED = { status: 405, headers: { Allow: 'GET, HEAD' } };
