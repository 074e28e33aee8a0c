/**
 * The stages of loading and verifying, and the modules in `src` that implement them. The first matching row
 * counts.
 */
export const STAGES: readonly (readonly [stage: string, modules: RegExp])[] = [
  ['split', /record-splitter|record-cutter|token-splitter/],
  ['parse', /record-text/],
  ['judge', /^archive\/(record-validator|kind-schemas|archive-schemas)|^base\/schema-compiler/],
  ['check', /^archive\/(checks|fingerprints|verification|repository-tallies|archive-tally)/],
  ['pass on', /^archive\/threads|^base\/carried-error/],
  ['unpack', /^archive\//],
  ['digests', /^store\/rows\/digest-of/],
  ['indexes', /^store\/writing\/late-indexes/],
  ['derived', /^store\/writing\/derived-values/],
  ['rows', /^store\/(rows|writing|snapshot)/],
  ['documents', /^store\/text-index\/document-index/],
  ['text index', /^store\/text-index\//],
  ['publish', /^(store\/database|base)\//],
];
