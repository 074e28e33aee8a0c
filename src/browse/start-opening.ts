import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatSize } from '../base/sizes.ts';
import { answerAsset } from './assets/assets.ts';
import { type BrowseApp, type BrowseOptions, createBrowseApp } from './create-browse-app.ts';
import type { Markup } from './frame.ts';
import { documentHead } from './layout/lay-out.ts';
import { guardRequests } from './serve/guard-requests.ts';
import { countOf, countText } from './show/counts.ts';
import { type Browser, listen, noteOn } from './start-browser.ts';

export interface OpeningOptions extends Omit<BrowseOptions, 'guard' | 'store'> {
  /** As for `startBrowser`. */
  readonly port?: number | 'usual';
  readonly progress: () => OpeningProgress;
}

/** A server that shows the progress of loading, and then becomes the reader. */
export interface Opening extends Browser {
  /** Serves a store whose texts are still being indexed, until `pause` is called. */
  readEarly(reader: EarlyReader): void;
  /** Closes that store; requests wait until `switchTo` is called. */
  pause(): Promise<void>;
  /** Serves the reader from now on. Fails like `createBrowseApp`. */
  switchTo(store: string): void;
}

export interface EarlyReader extends Required<Pick<BrowseOptions, 'store' | 'folders' | 'indexing'>> {}

const HOST = '127.0.0.1';

/** Starts showing progress on loopback. Resolves once it listens; fails with `usage` if the port is unavailable. */
export async function startOpening(options: OpeningOptions): Promise<Opening> {
  const { port = 0, progress } = options;
  let reader: BrowseApp | undefined;
  let wait: Promise<void> | undefined;
  let resume = () => {};
  const answering = new Set<Promise<Response>>();
  const waiting = createWaitingApp(progress);
  const open = (store: Pick<BrowseOptions, 'store' | 'folders' | 'indexing'>) =>
    createBrowseApp({ ...options, ...store, guard: { hosts: [HOST] } });
  const listener = await listen({
    host: HOST,
    port,
    async answer(request) {
      await wait;
      const answer = Promise.resolve((reader?.app ?? waiting).fetch(request));
      answering.add(answer);
      return await answer.finally(() => answering.delete(answer));
    },
  });
  return {
    url: listener.origin,
    note: noteOn(port, listener),
    readEarly(early) {
      reader = open(early);
    },
    async pause() {
      wait = new Promise((resolve) => {
        resume = resolve;
      });
      await Promise.allSettled(answering);
      await reader?.close();
      reader = undefined;
    },
    switchTo(store) {
      reader = open({ store });
      resume();
    },
    async close() {
      resume();
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

/** The refresh interval for browsers without scripts. */
const REFRESH_SECONDS = 2;

const STEPS: Readonly<Record<OpeningProgress['step'], string>> = {
  proving: 'Checking whether it was opened before',
  loading: 'Reading its records',
  indexing: 'Building the indexes',
};

/** The page shown until the store is ready. */
function progressPage(progress: OpeningProgress): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
${documentHead(`Opening ${progress.archive}`)}
<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>
</head>
<body>
<div class="columns text">
<main id="main" data-progress>
<h1>Opening ${progress.archive}</h1>
<p aria-live="polite">${STEPS[progress.step]}. This page becomes the reader when that is done.</p>
${meterOf(progress)}
${kindsOf(progress)}
${repositoriesOf(progress)}
</main>
</div>
</body>
</html>`;
}

function meterOf({ doneBytes, totalBytes, records, step }: OpeningProgress): Markup {
  const share =
    totalBytes === undefined || totalBytes === 0 ? undefined : Math.min(1, doneBytes / totalBytes);
  const bar =
    share === undefined || step === 'indexing'
      ? html`<progress aria-label="Progress"></progress>`
      : html`<progress aria-label="Progress" max="1" value="${share.toFixed(3)}"></progress>`;
  const size =
    totalBytes === undefined
      ? formatSize(doneBytes)
      : `${formatSize(Math.min(doneBytes, totalBytes))} of ${formatSize(totalBytes)}`;
  return html`${bar}<p class="muted">${size} read, ${countOf(records, 'record')}</p>`;
}

function kindsOf({ kinds }: OpeningProgress): Markup | string {
  const rows = Object.entries(kinds).toSorted(([, one], [, other]) => other - one);
  return rows.length === 0
    ? ''
    : html`<h2>By kind</h2><div class="scroll"><table class="grid-table"><caption class="unseen">Records by kind</caption><thead><tr><th scope="col">Kind</th><th scope="col" class="number">Records</th></tr></thead><tbody>${rows.map(
        ([kind, count]) =>
          html`<tr><th scope="row">${kind.replaceAll('_', ' ')}</th><td class="number">${countText(count)}</td></tr>`,
      )}</tbody></table></div>`;
}

function repositoriesOf({ repositories }: OpeningProgress): Markup | string {
  return repositories.length === 0
    ? ''
    : html`<h2>By repository</h2><div class="scroll"><table class="grid-table"><caption class="unseen">Records by repository</caption><thead><tr><th scope="col">Repository</th><th scope="col" class="number">Issues</th><th scope="col" class="number">Pull requests</th><th scope="col" class="number">Comments</th></tr></thead><tbody>${repositories.map(
        ({ name, issueCount, pullRequestCount, commentCount }) =>
          html`<tr><th scope="row">${name}</th>${[issueCount, pullRequestCount, commentCount].map((count) => html`<td class="number">${countText(count)}</td>`)}</tr>`,
      )}</tbody></table></div>`;
}

/** The progress of loading an archive into a store. */
export interface OpeningProgress {
  /** The archive's file name. */
  readonly archive: string;
  readonly step: 'proving' | 'loading' | 'indexing';
  readonly doneBytes: number;
  /** Undefined if it is not known before the end. */
  readonly totalBytes: number | undefined;
  readonly records: number;
  /** Records by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly repositories: readonly OpeningRepository[];
}

export interface OpeningRepository {
  readonly name: string;
  readonly issueCount: number;
  readonly pullRequestCount: number;
  readonly commentCount: number;
}
