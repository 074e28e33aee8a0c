import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSystemClock } from '../../../../src/base/clock.ts';
import { type Browser, startBrowser } from '../../../../src/browse/start-browser.ts';
import { openApp } from '../../support/open-app.ts';
import { type Launched, launchBrowser } from './launch-browser.ts';

interface UsedReader {
  readonly url: string;
  /** Opens an empty page in the browser. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
}

/** A reader of the samples, and a browser, for all tests of a file: without a browser, they are skipped. */
export function useReader(
  options: Parameters<typeof openApp>[0] = {},
  /** Changes the store before it is read. */
  prepare: (store: string) => void = () => undefined,
): UsedReader {
  let launched: Launched;
  let reader: Browser;

  beforeAll(async () => {
    launched = await launchBrowser();
    const { store } = await openApp(options);
    prepare(store);
    reader = await startBrowser({
      store,
      clock: createSystemClock(),
      searchPath: process.env['PATH'] ?? '',
    });
  }, 180_000);

  afterAll(async () => {
    await launched.browser?.close();
    await reader.close();
  });

  beforeEach(({ skip }) => {
    if (launched.browser === undefined) {
      skip(launched.reason);
    }
  });

  return {
    get url() {
      return reader.url;
    },
    async newPage(context = {}) {
      if (launched.browser === undefined) {
        throw new Error('Without a browser the tests are skipped');
      }
      return await launched.browser.newPage(context);
    },
  };
}
