import type { BrowserContext, BrowserContextOptions, Browser as Chromium, Page } from 'playwright-core';

/** A page whose errors are recorded as sentences. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Returns the recorded errors and clears the list. */
  takeTroubles(): readonly string[];
}

/** On a busy machine, pages can take longer than the driver's default of half a minute. */
export const PATIENCE_MS = 180_000;

/** Opens a page and records foreign requests, policy violations, script errors and failed responses. */
export async function watchPage(
  browser: Chromium,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const troubles: string[] = [];
  if (options.javaScriptEnabled !== false) {
    await page.addInitScript(REPORT_POLICY_VIOLATIONS);
  }
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) {
      troubles.push(`a request left for ${request.url()}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 500) {
      troubles.push(`${response.url()} was answered with ${response.status()}`);
    }
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      troubles.push(`the console says at ${page.url()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => troubles.push(`a script failed at ${page.url()}: ${error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`a dialog opened at ${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, context, takeTroubles: () => troubles.splice(0) };
}

/** Runs in the page. */
const REPORT_POLICY_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy broken: ' + event.violatedDirective + ' by ' + event.blockedURI + ' ' + event.sample);
});`;
