/**
 * A store in a web browser. Each page is a row of `pages.table.ts` and a module that reads plain data and renders it.
 * The reader listens on loopback, never writes, and makes no network requests.
 */

export { createBrowseApp } from './create-browse-app.ts';
export { type Opening, type OpeningProgress, startOpening } from './opening/start-opening.ts';
export { ofOwnersPath } from './paths.ts';
export { type SiteReport, writeSite } from './site/write-site.ts';
export { type Browser, startBrowser } from './start-browser.ts';
