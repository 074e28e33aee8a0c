import type { RecordKind } from './record-kinds.table.ts';

interface WriterVariation {
  /** Names that some writers give to fields, each with the name that the service gives. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Fields that some writers leave out, each with the field that then says the same. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** Where writers other than the service spell a record differently (archive format 2.5-2.15 and 2.23). */
export const WRITER_VARIATIONS: Readonly<Partial<Record<RecordKind, WriterVariation>>> = {
  issue: { defaults: { assignees: 'assignee' } },
  pull_request: { defaults: { assignees: 'assignee' } },
  pull_request_review_comment: { defaults: { original_commit_id: 'commit_id' } },
  issue_event: { renames: { milestone: 'milestone_title' } },
  attachment: { renames: { created_date: 'created_at' } },
  repository_file: { renames: { created_date: 'created_at' } },
};

/**
 * The words that stand before a number in the addresses of what a repository holds: the service's own word, then those
 * of GitLab and of Bitbucket (archive format 2 and 2.23).
 */
export const NUMBERED_SECTIONS = {
  issue: ['issues'],
  pull_request: ['pull', 'merge_requests', 'pull-requests'],
  discussion: ['discussions'],
  milestone: ['milestones'],
  project: ['projects'],
} as const satisfies Partial<Record<RecordKind, readonly string[]>>;

/** The other words that end the path of a repository; GitLab puts a lone dash before its own. */
export const UNNUMBERED_SECTIONS: readonly string[] = [
  '-',
  'commit',
  'discussion_categories',
  'files',
  'labels',
  'releases',
  'settings',
];

/** What some hosts put around the owner's name in the path of a repository, as Bitbucket Server does, also below a path of its own. */
export const PATHS_AROUND_OWNER = /^(?:[^/]+\/)?(?:projects|users)\/([^/]+)\/repos\//;
