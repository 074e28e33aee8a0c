/**
 * A store in a web browser: every page is a row of `pages.table.ts` and a file that reads plain data and shows it. The
 * reader listens on loopback, never writes, and asks nobody else for anything.
 */

export { createBrowseApp } from './create-browse-app.ts';
export type { OpeningProgress } from './opening/progress-page.ts';
export { type Opening, startOpening } from './opening/start-opening.ts';
export { type SiteReport, writeSite } from './site/write-site.ts';
export { type Browser, startBrowser } from './start-browser.ts';
