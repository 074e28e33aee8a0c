/** What an event says beside who and when; the names are those of the service. */
export type EventDetail =
  | { readonly event: PlainEventName }
  | { readonly event: 'labeled' | 'unlabeled'; readonly label: string }
  | { readonly event: 'milestoned' | 'demilestoned'; readonly milestoneTitle: string }
  /** For `base_ref_changed` the two are branch names. */
  | { readonly event: 'renamed' | 'base_ref_changed'; readonly was: string; readonly is: string }
  | {
      readonly event:
        | 'assigned'
        | 'unassigned'
        | 'review_requested'
        | 'review_request_removed'
        | 'comment_deleted';
      readonly subjectLogin: string;
    }
  /** `owner/name` of the repository that the issue came from. */
  | { readonly event: 'transferred'; readonly fromRepository: string }
  /** Number of the issue or pull request at the other end. */
  | { readonly event: 'connected' | 'disconnected'; readonly subjectNumber: number }
  | {
      readonly event: 'referenced';
      readonly commitId: string;
      readonly commitRepository: string;
    }
  | { readonly event: 'merged'; readonly commitId: string }
  | {
      readonly event: 'head_ref_force_pushed' | 'base_ref_force_pushed';
      readonly ref: string;
      readonly beforeCommit: string;
      readonly afterCommit: string;
      readonly commitRepository: string;
    };

/** Events that say nothing more. */
export type PlainEventName =
  | 'closed'
  | 'reopened'
  | 'locked'
  | 'unlocked'
  | 'pinned'
  | 'unpinned'
  | 'mentioned'
  | 'subscribed'
  | 'unsubscribed'
  | 'head_ref_deleted'
  | 'head_ref_restored'
  | 'ready_for_review'
  | 'convert_to_draft';

/** One thing that happened to an issue or pull request. */
export type ThreadEvent = EventDetail & {
  readonly id: number;
  /** Null where the account was deleted. */
  readonly actor: string | null;
  readonly createdAt: string;
};
