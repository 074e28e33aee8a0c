/**
 * A store as people read it: threads, releases, repositories and people instead of rows; paginated lists, activity,
 * saved queries, and arbitrary SQL in a process that can be stopped.
 */

export type { ActivityPart, ActivityRow, ActivityScope } from './activity/read-activity.ts';
export { type NumberedKind, readNumberedKind, type ThreadGlance } from './browsing/locate-record.ts';
export {
  type Browsing,
  type BrowsingOptions,
  type KeptBytes,
  type OpenBrowsing,
  openBrowsing,
} from './browsing/open-browsing.ts';
export { diffLines } from './diff-lines.ts';
export { findAnchored, urlsOf } from './find-thread.ts';
export type { ListedThread, ThreadFilter } from './list-threads.ts';
export { openReading, type Reading } from './open-reading.ts';
export { answerQueries, type OpenedQuery, type QueryAsked } from './query-guard/answer-queries.ts';
export {
  type GuardedQuery,
  type GuardedQueryOptions,
  guardQuery,
  QUERY_LIMITS,
  runGuardedQueries,
  runGuardedQuery,
} from './query-guard/run-guarded-query.ts';
export { createDiscussionReader, type Discussion } from './read-discussions.ts';
export { hasUnplacedRecords, readRepositoryNames } from './read-names.ts';
export { createReleaseReader, type ListedRelease, type Release, type ReleaseAsset } from './read-releases.ts';
export {
  createRepositoryReader,
  type Repository,
  type RepositoryCounts,
  type RepositorySort,
} from './read-repositories.ts';
export { createThreadReader } from './read-threads.ts';
export { type Spelling, termsOf } from './saved-queries/query-terms.ts';
export {
  chooseSavedQuery,
  isQueryName,
  SAVED_QUERIES,
  type SavedQuery,
  showSavedQuery,
} from './saved-queries/saved-queries.ts';
export { eventSentence } from './text/event-sentences.table.ts';
export { frontMatter } from './text/front-matter.ts';
export {
  accountText,
  type BodyText,
  bodyText,
  codeSpan,
  fenceAfter,
  inlineText,
  joinBlocks,
  lastSegment,
  loginText,
  reactionText,
  referenceText,
  timeText,
} from './text/markdown-text.ts';
export { entryBlocks, threadText } from './text/thread-text.ts';
export type {
  CodeRemark,
  Conversation,
  PullRequestFacts,
  Reaction,
  Remark,
  Review,
  Thread,
  ThreadEvent,
  TimelineEntry,
} from './thread.ts';
export { parseReleaseAddress, parseRepositoryAddress, parseThreadAddress } from './thread-address.ts';
