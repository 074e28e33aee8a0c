/** The thread that renders texts and code, so that the main thread is never blocked. */

import { parentPort, workerData } from 'node:worker_threads';
import { carryError } from '../../base/failure.ts';
import { openBrowsing } from '../../reading/open-browsing.ts';
import { createPageTest } from '../addresses/page-test.ts';
import { createLinks } from '../create-links.ts';
import { createRendering, type RenderJob } from './render-here.ts';

const { path, folders, owners } = workerData as Parameters<typeof openBrowsing>[1] & { path: string }; // See `render-apart.ts`.
// Not fixed: it would lock the store for as long as the reader runs. If the store changes, so does the thread.
const store = openBrowsing(path, { folders, owners });
const rendering = createRendering(createLinks(store, createPageTest()));

parentPort?.on('message', (job: RenderJob) => {
  try {
    parentPort?.postMessage({ answer: rendering(job) });
  } catch (error) {
    parentPort?.postMessage({ error: carryError(error) });
  }
});
parentPort?.postMessage('ready');
