/**
 * A store as a lake: Parquet files by table, account and snapshot, published by a manifest, which grow with each
 * archive; the SQL with which engines read them; and queries on them with DuckDB.
 */

export { queryLake } from './query/query-lake.ts';
export { DIALECT_NAMES, type DialectName } from './sql/dialects.table.ts';
export { showTranslatedQuery, translateSavedQuery } from './sql/translate-query.ts';
export { type LakeReport, syncLake } from './sync/sync-lake.ts';
