/**
 * Satchel as a library: what most programs need. `satchel/client`, `satchel/archive`, `satchel/store`, `satchel/vault`,
 * `satchel/reader` and `satchel/sandbox` have all of it by subject.
 */

// biome-ignore-start lint/performance/noReExportAll: the parts say what is public, and nothing else is loaded with them.
export * from './library/archive.ts';
export * from './library/client.ts';
export * from './library/reader.ts';
export * from './library/sandbox.ts';
export * from './library/store.ts';
export * from './library/vault.ts';
// biome-ignore-end lint/performance/noReExportAll: as above.
