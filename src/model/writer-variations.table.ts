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
