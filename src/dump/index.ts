/** Writes a store as files for other programs: tables as CSV, JSON or Parquet, texts as Markdown, and an archive. */

export { type ArchiveContent, openArchiveContent } from './archive/archive-content.ts';
export { describeForDatasette } from './datasette-metadata.ts';
export { type DumpFolder, type DumpPlace, writeDumpFolder } from './dump-place.ts';
export { type DumpReport, dumpTables } from './dump-tables.ts';
export { dumpMarkdown } from './markdown/dump-markdown.ts';
export type { ParquetLimits } from './parquet-table.ts';
export { type PlannedColumn, planTables, type TablePlan } from './plan-tables.ts';
export { exportRows, type TableFormatName, writeParquet } from './write-table.ts';
