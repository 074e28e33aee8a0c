/**
 * A store as files that other programs read: tables as CSV, JSON or Parquet, texts as Markdown, and an archive again.
 */

export { type ArchiveContent, openArchiveContent } from './archive/archive-content.ts';
export { type DumpFolder, type DumpPlace, writeDumpFolder } from './dump-place.ts';
export { type DumpReport, dumpTables } from './dump-tables.ts';
export { dumpMarkdown } from './markdown/dump-markdown.ts';
export { eventSentence } from './markdown/event-sentences.table.ts';
export { referenceText } from './markdown/reference-text.ts';
export { threadText } from './markdown/thread-text.ts';
export type { TableFormatName } from './write-table.ts';
