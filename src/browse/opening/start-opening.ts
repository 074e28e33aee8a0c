import { Hono } from 'hono';
import { answerAsset } from '../assets/assets.ts';
import { type BrowseApp, type BrowseOptions, createBrowseApp } from '../create-browse-app.ts';
import { guardRequests } from '../serve/guard-requests.ts';
import { type Browser, listen, noteOn } from '../start-browser.ts';
import { type OpeningProgress, progressPage } from './progress-page.ts';

export interface OpeningOptions extends Omit<BrowseOptions, 'guard' | 'store'> {
  /** As for `startBrowser`. */
  readonly port?: number | 'usual';
  readonly progress: () => OpeningProgress;
}

/** A server that shows the progress of loading, and then becomes the reader. */
export interface Opening extends Browser {
  /** Serves the reader from now on. Fails like `createBrowseApp`. */
  switchTo(store: string): void;
}

const HOST = '127.0.0.1';

/** Starts showing progress on loopback. Resolves once it listens; fails with `usage` if the port is unavailable. */
export async function startOpening(options: OpeningOptions): Promise<Opening> {
  const { port = 0, progress } = options;
  let reader: BrowseApp | undefined;
  const waiting = createWaitingApp(progress);
  const listener = await listen({
    host: HOST,
    port,
    answer: (request) => (reader?.app ?? waiting).fetch(request),
  });
  return {
    url: listener.origin,
    note: noteOn(port, listener),
    switchTo(store) {
      reader = createBrowseApp({ ...options, store, guard: { hosts: [HOST] } });
    },
    async close() {
      await listener.close();
      await reader?.close();
    },
  };
}

function createWaitingApp(progress: () => OpeningProgress): Hono {
  const app = new Hono();
  app.use(guardRequests({ hosts: [HOST] }));
  app.get('/-/assets/:hash/:name', ({ req }) => answerAsset(req.param('hash'), req.param('name')));
  app.get('/-/progress.json', (context) => context.json(progress()));
  // Status 200 instead of 503: browsers show it as a page, and the reader's addresses work while it loads.
  app.get('*', (context) => context.html(progressPage(progress())));
  return app;
}
