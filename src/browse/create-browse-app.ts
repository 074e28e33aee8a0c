import { Hono } from 'hono';
import type { Clock } from '../base/index.ts';
import { createGitLibrary } from '../git/index.ts';
import type { FileFolders } from '../store/index.ts';
import { createPageTest } from './addresses/page-test.ts';
import { createAddressLeads } from './addresses/read-address.ts';
import { answerAsset } from './assets/assets.ts';
import { createPageMatcher } from './match-page.ts';
import { PAGES } from './pages.table.ts';
import { createAnswering, openLibrary } from './serve/answer-page.ts';
import { type Guard, guardRequests } from './serve/guard-requests.ts';
import type { ArchiveProof } from './sources.ts';

/** What a reader is made of. */
export interface BrowseOptions {
  /** Path of the store. */
  readonly store: string;
  /** Whether all answers come from the store as it was opened (default: from the one that is there now). */
  readonly isFixed?: boolean;
  /** Where the files of the store lie; beside it where nothing is said. */
  readonly folders?: FileFolders;
  /** What is known of the archives that were loaded: their vault keeps it. */
  readonly proofs?: readonly ArchiveProof[];
  readonly clock: Clock;
  /** Where the program git is looked for: directories as in `PATH`. Without it no code is shown. */
  readonly searchPath?: string;
  /** Who may ask; loopback names without a token where nothing is said. */
  readonly guard?: Guard;
  /** Ends queries that are at work when the reader ends. */
  readonly signal?: AbortSignal;
  /** Gets what went wrong inside, for the log. */
  readonly onError?: (error: unknown, path: string) => void;
}

/** The reader without a socket. */
export interface BrowseApp {
  /** Answers a request; `app.request('/path')` asks without a network. */
  readonly app: Hono;
  close(): void;
}

/** Opens the store and prepares every page. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function createBrowseApp(options: BrowseOptions): BrowseApp {
  const { clock, signal, searchPath = '' } = options;
  const hasPage = createPageTest();
  const library = openLibrary(options.store, hasPage, { folders: options.folders, isFixed: options.isFixed });
  const git = createGitLibrary({ searchPath, clock, signal });
  const app = new Hono();
  const answer = createAnswering({
    ...options,
    library,
    git,
    match: createPageMatcher(PAGES),
    leadOf: createAddressLeads(),
  });
  app.use(guardRequests(options.guard));
  app.get('/-/assets/:hash/:name', ({ req }) => answerAsset(req.param('hash'), req.param('name')));
  app.get('/-/healthz', () => new Response('ok\n'));
  app.get('/-/api/openapi.json', async () => Response.json(await describe()));
  app.get('*', ({ req }) => answer(req.raw));
  app.all('*', () => new Response('This reader never writes: ask with GET\n', METHOD_REFUSED));
  return {
    app,
    close() {
      git.close();
      library.close();
    },
  };
}

async function describe(): Promise<object> {
  return (await import('./api/describe-api.ts')).describeApi(PAGES);
}

const METHOD_REFUSED = { status: 405, headers: { Allow: 'GET, HEAD' } };
