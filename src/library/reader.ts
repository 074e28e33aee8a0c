/** The pages of a store: as a handler of requests, and as files. Imported as `satchel/reader`. */

export type { SiteReport } from '../browse/site-report.ts';
export type { MarkdownOptions, Reader, ReaderOptions, SiteOptions } from './calls/create-reader.ts';
export { createNodeListener, createReader, writeSite } from './calls/create-reader.ts';
