/** The pages of a store: as a handler of requests, and as files. Imported as `satchel/reader`. */

export type { SiteKind, SitePlan, SiteReport } from '../browse/site-report.ts';
export type { Reader, ReaderOptions, SiteOptions, SitePlanOptions } from './calls/create-reader.ts';
export { createReader, planSite, writeSite } from './calls/create-reader.ts';
