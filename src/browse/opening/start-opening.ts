import { Hono } from 'hono';
import { answerAsset } from '../assets/assets.ts';
import { type BrowseApp, type BrowseOptions, createBrowseApp } from '../create-browse-app.ts';
import { guardRequests } from '../serve/guard-requests.ts';
import { type Browser, listen } from '../start-browser.ts';
import { type OpeningProgress, progressPage } from './progress-page.ts';

export interface OpeningOptions extends Omit<BrowseOptions, 'guard' | 'store'> {
  /** 0 picks a free one. */
  readonly port?: number;
  /** How far it is, whenever somebody asks. */
  readonly progress: () => OpeningProgress;
}

/** A server that shows how far an archive is, and turns into the reader. */
export interface Opening extends Browser {
  /** From now on every page is the reader's. Fails as `createBrowseApp` does. */
  turnInto(store: string): void;
}

const HOST = '127.0.0.1';

/** Starts showing progress on loopback. Resolves when it answers; fails with `usage` where the port cannot be had. */
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
    turnInto(store) {
      reader = createBrowseApp({ ...options, store, guard: { hosts: [HOST] } });
    },
    async close() {
      await listener.close();
      reader?.close();
    },
  };
}

function createWaitingApp(progress: () => OpeningProgress): Hono {
  const app = new Hono();
  app.use(guardRequests({ hosts: [HOST] }));
  app.get('/-/assets/:hash/:name', ({ req }) => answerAsset(req.param('hash'), req.param('name')));
  app.get('/-/progress.json', (context) => context.json(progress()));
  // 200 and not 503: browsers show it as a page, and addresses of the reader wait with it.
  app.get('*', (context) => context.html(progressPage(progress())));
  return app;
}
