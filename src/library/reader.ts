/** The pages of a store: as a handler of requests, and as files. Imported as `satchel/reader`. */

export type { SiteKind, SitePlan, SiteReport } from '../browse/site-report.ts';
export type { NodeListener } from '../browse/start-browser.ts';
export type { MarkdownOptions, Reader, ReaderOptions } from './calls/create-reader.ts';
export { createReader } from './calls/create-reader.ts';
export { createNodeListener } from './calls/node-listener.ts';
export type { SiteEvent } from './calls/reported-events.ts';
export type { SiteOptions, SitePlanOptions } from './calls/write-site.ts';
export { planSite, writeSite } from './calls/write-site.ts';
