import type { RecordKind } from './record-kinds.table.ts';

interface WriterVariation {
  /** Field names of other writers, each with the service's name. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Fields that some writers omit, each with the field that replaces it. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** How records of other writers differ from the service's (archive format 2.5-2.15 and 2.23). */
export const WRITER_VARIATIONS: Readonly<Partial<Record<RecordKind, WriterVariation>>> = {
  issue: { defaults: { assignees: 'assignee' } },
  pull_request: { defaults: { assignees: 'assignee' } },
  pull_request_review_comment: { defaults: { original_commit_id: 'commit_id' } },
  issue_event: { renames: { milestone: 'milestone_title' } },
  attachment: { renames: { created_date: 'created_at' } },
  repository_file: { renames: { created_date: 'created_at' } },
};

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
