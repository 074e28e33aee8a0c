import type { RecordKind } from './record-kinds.table.ts';

/**
 * Path segments before a number in the URLs of records: of the service, of GitLab and of Bitbucket (archive
 * format 2 and 2.23).
 */
export const NUMBERED_SECTIONS = {
  issue: ['issues'],
  pull_request: ['pull', 'merge_requests', 'pull-requests'],
  discussion: ['discussions'],
  milestone: ['milestones'],
  project: ['projects'],
} as const satisfies Partial<Record<RecordKind, readonly string[]>>;

/** Other path segments after the name of a repository; GitLab puts a single dash before its own. */
export const UNNUMBERED_SECTIONS: readonly string[] = [
  '-',
  'commit',
  'discussion_categories',
  'files',
  'labels',
  'releases',
  'settings',
];

/** Path segments around the owner's name, as in URLs of Bitbucket Server, which may also have a path prefix. */
export const PATHS_AROUND_OWNER = /^(?:[^/]+\/)?(?:projects|users)\/([^/]+)\/repos\//;
