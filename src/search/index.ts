/** Searches a store in the language of the service's search box: parser, translation to SQL, ranking and snippets. */

export { countHits, type HitCounts, type HitFacetName } from './count-hits.ts';
export { findRecordIds, type RecordConditions, type WordCondition } from './find-record-ids.ts';
export { keptTypeNamed } from './kept/kept-filter.ts';
export {
  type AttachmentSearchOptions,
  type FoundAttachment,
  searchAttachments,
} from './kept/search-attachments.ts';
export {
  type CodeSearchOptions,
  type Found,
  type FoundCommit,
  type FoundPath,
  findCommits,
  type SearchedRepository,
  searchCommits,
  searchPaths,
} from './kept/search-code.ts';
export { readSearch, searchKey } from './language/parse-search.ts';
export { type FilterName, QUALIFIERS } from './language/qualifiers.table.ts';
export type { SearchNode, SearchQuery, SearchSort } from './language/search-query.ts';
export {
  completeTitles,
  type SearchOptions,
  type SearchResult,
  type SearchResults,
  searchStore,
  snapshotAsked,
} from './search-store.ts';
export { compileCondition, compileGathered } from './sql/compile-condition.ts';
export { COMMENT_COUNT, REACTION_COUNT } from './sql/filter-conditions.table.ts';
export { both, type Fragment, fragment } from './sql/fragment.ts';
export { planSearch } from './sql/search-plan.ts';
export { SUBJECT_KINDS, type SubjectKind } from './sql/subjects.table.ts';
