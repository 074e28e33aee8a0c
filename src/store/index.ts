/**
 * Records in SQLite: the schema (`schemas/store`), the mapping between records and rows (`tables`), the writer that
 * replaces a store as a whole, and the reader that can do nothing but read. The only room that knows SQLite.
 */

export type { SnapshotFacts } from './snapshot.ts';
export { openStore, type Store } from './store.ts';
export type { StoreTable } from './store-tables.ts';
export { openStoreWriter, type StoreWriter, type WrittenSnapshot } from './store-writer.ts';
