// Made from schemas/archive by `npm run docs`.
// Writers add members that no schema knows: the values are types, not interfaces, so that they are objects with any
// members, too (`const { custom }: Readonly<Record<string, unknown>> = value`).

/** The values of records by kind. */
export interface RecordValues {
  readonly user: UserValue;
  readonly organization: OrganizationValue;
  readonly team: TeamValue;
  readonly repository: RepositoryValue;
  readonly protected_branch: ProtectedBranchValue;
  readonly milestone: MilestoneValue;
  readonly issue: IssueValue;
  readonly pull_request: PullRequestValue;
  readonly pull_request_review: PullRequestReviewValue;
  readonly pull_request_review_thread: PullRequestReviewThreadValue;
  readonly pull_request_review_comment: PullRequestReviewCommentValue;
  readonly issue_comment: IssueCommentValue;
  readonly commit_comment: CommitCommentValue;
  readonly issue_event: IssueEventValue;
  readonly attachment: AttachmentValue;
  readonly repository_file: RepositoryFileValue;
  readonly release: ReleaseValue;
  readonly discussion: DiscussionValue;
  readonly discussion_category: DiscussionCategoryValue;
  readonly project: ProjectValue;
  readonly base: BaseValue;
}

/** An address, which may be one that does not accept mail. */
export type EmailValue = {
  /** The address itself. */
  readonly address: string;
  /** Whether it is the primary address. */
  readonly primary?: boolean | null | undefined;
  /** Absent from other writers. */
  readonly verified?: boolean | null | undefined;
};

/** A webhook. */
export type WebhookValue = {
  /** It may contain a secret. */
  readonly payload_url?: string | null | undefined;
  /** form or json. */
  readonly content_type?: string | null | undefined;
  /** Names of events; * means all. */
  readonly event_types?: readonly (string)[] | null | undefined;
  /** Whether the certificate of the address is checked. */
  readonly enable_ssl_verification?: boolean | null | undefined;
  /** Whether it is active. */
  readonly active?: boolean | null | undefined;
};

/** A label. Labels are contained only in their repository. */
export type LabelValue = {
  /** Written by other writers only. */
  readonly type?: string | null | undefined;
  /** The address of the label, by which issues refer to it. */
  readonly url: string;
  /** Its name. */
  readonly name: string;
  /** Hexadecimal digits without #. */
  readonly color?: string | null | undefined;
  /** What it is for. */
  readonly description?: string | null | undefined;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
};

/** One side of a pull request. Its repository is null if the fork was deleted, and may be outside the archive. */
export type BranchValue = {
  /** The bare name of the branch. */
  readonly ref?: string | null | undefined;
  /** The commit. */
  readonly sha?: string | null | undefined;
  /** The owner of the repository; often not in the archive. */
  readonly user?: string | null | undefined;
  /** The repository of the branch. */
  readonly repo?: string | null | undefined;
};

/** A person or bot, from users_*.json or bots_*.json. */
export type UserValue = {
  /** Normally "user"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The only place with the numeric id of the account. */
  readonly avatar_url?: string | null | undefined;
  /** The name of the account. */
  readonly login: string;
  /** Its name. */
  readonly name?: string | null | undefined;
  /** The profile text. */
  readonly bio?: string | null | undefined;
  /** Where the person works. */
  readonly company?: string | null | undefined;
  /** May be empty or lack a scheme. */
  readonly website?: string | null | undefined;
  /** Where it is. */
  readonly location?: string | null | undefined;
  /** Addresses of the account. */
  readonly emails?: readonly (EmailValue)[] | null | undefined;
  /** Since about 2023. */
  readonly social_accounts?: readonly ({
    /** twitter, mastodon, linkedin, generic and others. */
    readonly provider?: string | null | undefined;
    /** The address of the account. */
    readonly url?: string | null | undefined;
  })[] | null | undefined;
  /** Only of the account that exported. */
  readonly billing_plan?: {
    /** The name of the plan. */
    readonly name?: string | null | undefined;
    /** Kilobytes. */
    readonly space?: number | string | null | undefined;
    /** How many private repositories it allows. */
    readonly private_repos?: number | string | null | undefined;
  } | null | undefined;
  /** Null from other writers. */
  readonly created_at?: string | null | undefined;
};

/** An organization. Its URL has the same form as those of users. */
export type OrganizationValue = {
  /** Normally "organization"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** Usually the last segment of the URL; other writers differ. */
  readonly login: string;
  /** Its name. */
  readonly name?: string | null | undefined;
  /** A description. */
  readonly description?: string | null | undefined;
  /** A web address. */
  readonly website?: string | null | undefined;
  /** Where it is. */
  readonly location?: string | null | undefined;
  /** An address. */
  readonly email?: string | null | undefined;
  /** Its members. */
  readonly members?: readonly ({
    /** May be missing from the users. */
    readonly user?: string | null | undefined;
    /** admin or direct_member. */
    readonly role?: 'admin' | 'direct_member' | (string & {}) | null | undefined;
    /** active; absent from other writers. */
    readonly state?: 'active' | (string & {}) | null | undefined;
  })[] | null | undefined;
  /** Null; a legacy. */
  readonly owners_team?: { readonly [name: string]: unknown } | string | null | undefined;
  /** Its webhooks. */
  readonly webhooks?: readonly (WebhookValue)[] | null | undefined;
  /** Absent from other writers. */
  readonly created_at?: string | null | undefined;
  /** Since 2022. */
  readonly member_privileges?: {
    /** none, read and so on. */
    readonly default_repository_permission?: string | null | undefined;
    /** Whether members may create public repositories. */
    readonly members_can_create_public_repositories?: boolean | null | undefined;
    /** Whether members may create private repositories. */
    readonly members_can_create_private_repositories?: boolean | null | undefined;
    /** Whether members may create internal repositories. */
    readonly members_can_create_internal_repositories?: boolean | null | undefined;
    /** Whether members may invite people from outside. */
    readonly members_can_invite_outside_collaborators?: boolean | null | undefined;
    /** Whether private repositories may be forked. */
    readonly allows_private_repository_forking?: boolean | null | undefined;
    /** Whether members may publish pages. */
    readonly members_can_create_pages?: boolean | null | undefined;
    /** Whether members may change who sees a repository. */
    readonly members_can_change_repo_visibility?: boolean | null | undefined;
    /** Whether members may delete repositories. */
    readonly members_can_delete_repositories?: boolean | null | undefined;
    /** Whether members may delete issues. */
    readonly members_can_delete_issues?: boolean | null | undefined;
    /** Whether comments show full names. */
    readonly display_commenter_full_name_setting_enabled?: boolean | null | undefined;
    /** Whether people with read access may start discussions. */
    readonly readers_can_create_discussions?: boolean | null | undefined;
    /** Whether members may create teams. */
    readonly members_can_create_teams?: boolean | null | undefined;
    /** Whether members can see the dependencies of repositories. */
    readonly members_can_view_dependency_insights?: boolean | null | undefined;
  } | null | undefined;
  /** Since 2023. */
  readonly repository_defaults?: {
    /** The name of the first branch. */
    readonly repository_default_branch?: string | null | undefined;
    /** Whether commits on the web must be signed off. */
    readonly commit_signoff?: boolean | null | undefined;
    /** The labels that a new repository gets. */
    readonly repository_labels?: readonly ({
      /** The name of the label. */
      readonly name: string;
      /** What the label is for. */
      readonly description?: string | null | undefined;
      /** Hexadecimal digits without #. */
      readonly color?: string | null | undefined;
    })[] | null | undefined;
  } | null | undefined;
};

/** A team of an organization. */
export type TeamValue = {
  /** Normally "team"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The organization that it belongs to. */
  readonly organization: string;
  /** The parent team, or null. */
  readonly parent_team?: string | null | undefined;
  /** Its name. */
  readonly name: string;
  /** A description. */
  readonly description?: string | null | undefined;
  /** closed or secret; absent from other writers. */
  readonly privacy?: string | null | undefined;
  /** The permissions of the team on repositories. */
  readonly permissions?: readonly ({
    /** May be outside the archive. */
    readonly repository?: string | null | undefined;
    /** pull, push or admin; other writers say write. */
    readonly access?: string | null | undefined;
    /** read, triage, write, maintain or admin; since 2022. */
    readonly role?: 'read' | 'triage' | 'write' | 'maintain' | 'admin' | (string & {}) | null | undefined;
  })[] | null | undefined;
  /** Its members. */
  readonly members?: readonly ({
    /** Who is a member. */
    readonly user?: string | null | undefined;
    /** member or maintainer. */
    readonly role?: 'member' | 'maintainer' | (string & {}) | null | undefined;
  })[] | null | undefined;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
};

/** A repository, with all that has no record file of its own: labels, collaborators, topics, settings. */
export type RepositoryValue = {
  /** Normally "repository"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** A user or an organization. */
  readonly owner?: string | null | undefined;
  /** Its name. */
  readonly name: string;
  /** Written by gh-bbc-exporter only. */
  readonly slug?: string | null | undefined;
  /** A description. */
  readonly description?: string | null | undefined;
  /** A web address. */
  readonly website?: string | null | undefined;
  /** Whether it is private. */
  readonly private?: boolean | null | undefined;
  /** Whether it has issues. */
  readonly has_issues?: boolean | null | undefined;
  /** True does not mean that the archive contains a wiki. */
  readonly has_wiki?: boolean | null | undefined;
  /** Whether it has downloads. */
  readonly has_downloads?: boolean | null | undefined;
  /** Since 2023. */
  readonly is_archived?: boolean | null | undefined;
  /** Its labels. */
  readonly labels?: readonly (LabelValue)[] | null | undefined;
  /** Who has access beyond the owner. */
  readonly collaborators?: readonly ({
    /** Who has the permission. */
    readonly user?: string | null | undefined;
    /** read, triage, write, maintain or admin. */
    readonly permission?: string | null | undefined;
  })[] | null | undefined;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
  /** tarball://root/ and the path of the bare repository; present also when git data was left out. */
  readonly git_url?: string | null | undefined;
  /** The same for the wiki; present only if the archive contains it. */
  readonly wiki_url?: string | null | undefined;
  /** Its default branch. */
  readonly default_branch?: string | null | undefined;
  /** Its webhooks. */
  readonly webhooks?: readonly (WebhookValue)[] | null | undefined;
  /** The published site; since December 2021. */
  readonly page?: {
    /** The custom domain. */
    readonly cname?: string | null | undefined;
    /** Whether plain HTTP is redirected to HTTPS. */
    readonly https_redirect?: boolean | null | undefined;
    /** How its source is chosen. */
    readonly source?: string | null | undefined;
    /** The branch that it is built from. */
    readonly source_ref_name?: string | null | undefined;
    /** The folder that it is built from. */
    readonly source_subdir?: string | null | undefined;
    /** Whether it is public. */
    readonly is_public?: boolean | null | undefined;
    /** The subdomain of a page that is not public. */
    readonly subdomain?: string | null | undefined;
    /** The parent domain. */
    readonly parent_domain?: string | null | undefined;
    /** The theme. */
    readonly theme?: string | null | undefined;
    /** legacy or workflow. */
    readonly build_type?: string | null | undefined;
  } | null | undefined;
  /** Deploy keys. */
  readonly public_keys?: readonly ({
    /** What its owner called it. */
    readonly title?: string | null | undefined;
    /** The key itself. */
    readonly key?: string | null | undefined;
    /** Whether it is read-only. */
    readonly read_only?: boolean | null | undefined;
    /** The digest of the key. */
    readonly fingerprint?: string | null | undefined;
    /** When it was added. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** Its topics. */
  readonly repository_topics?: readonly ({
    /** The address of the topic. */
    readonly topic_url?: string | null | undefined;
    /** The word. */
    readonly topic_name: string;
    /** The repository, again. */
    readonly repository?: string | null | undefined;
    /** Who added it. */
    readonly creator?: string | null | undefined;
    /** created. */
    readonly state?: string | null | undefined;
    /** When it was added, with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
    /** When it was last changed. */
    readonly updated_at?: string | null | undefined;
  })[] | null | undefined;
  /** Since 2022. */
  readonly security_and_analysis?: {
    /** Whether its dependencies are listed. */
    readonly dependency_graph?: boolean | null | undefined;
    /** Whether alerts report vulnerable dependencies. */
    readonly vulnerability_alerts?: boolean | null | undefined;
    /** Whether pull requests fix vulnerable dependencies. */
    readonly vulnerability_updates?: boolean | null | undefined;
    /** Whether code is scanned. */
    readonly advanced_security?: boolean | null | undefined;
    /** Whether secret scanning is on. */
    readonly token_scanning?: boolean | null | undefined;
    /** Whether a push that contains a secret is rejected. */
    readonly token_scanning_push_protection?: boolean | null | undefined;
  } | null | undefined;
  /** Only empty ones are known. */
  readonly autolinks?: readonly (unknown)[] | null | undefined;
  /** Since 2022. */
  readonly general_settings?: {
    /** Whether it is a template. */
    readonly template?: boolean | null | undefined;
    /** Whether it may be forked. */
    readonly allow_forking?: boolean | null | undefined;
    /** Whether it has a sponsor button. */
    readonly sponsorships?: boolean | null | undefined;
    /** Whether it has projects; since 2023. */
    readonly projects?: boolean | null | undefined;
    /** Whether it has discussions. */
    readonly discussions?: boolean | null | undefined;
    /** Whether merge commits are allowed. */
    readonly merge_commit?: boolean | null | undefined;
    /** Whether squash merges are allowed. */
    readonly squash_merge?: boolean | null | undefined;
    /** Whether rebase merges are allowed. */
    readonly rebase_merge?: boolean | null | undefined;
    /** Whether automatic merges are allowed. */
    readonly auto_merge?: boolean | null | undefined;
    /** Whether a merged branch is deleted. */
    readonly delete_branch_heads?: boolean | null | undefined;
    /** Whether a branch can be updated from its pull request. */
    readonly update_branch?: boolean | null | undefined;
    /** Whether source archives contain large files. */
    readonly git_lfs_in_archives?: boolean | null | undefined;
  } | null | undefined;
  /** Since 2022. */
  readonly actions_general_settings?: {
    /** Whether no workflow runs. */
    readonly actions_disabled?: boolean | null | undefined;
    /** Whether all actions may be used. */
    readonly allows_all_actions?: boolean | null | undefined;
    /** Whether only its own actions may be used. */
    readonly allows_local_actions_only?: boolean | null | undefined;
    /** Whether the service's actions may be used. */
    readonly allows_github_owned_actions?: boolean | null | undefined;
    /** Whether actions of verified creators may be used. */
    readonly allows_verified_actions?: boolean | null | undefined;
    /** Whether actions that match a pattern may be used. */
    readonly allows_specific_actions_patterns?: boolean | null | undefined;
    /** The patterns of actions that may be used. */
    readonly patterns?: readonly (string)[] | null | undefined;
  } | null | undefined;
};

/** The protection of a branch. Its references end in _url, unlike all others. */
export type ProtectedBranchValue = {
  /** Normally "protected_branch"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** Its name. */
  readonly name: string;
  /** Absent from bbs-exporter. */
  readonly creator_url?: string | null | undefined;
  /** The repository that it belongs to. */
  readonly repository_url: string;
  /** Whether the rules also apply to administrators. */
  readonly admin_enforced?: boolean | null | undefined;
  /** 0 off, 1 for all but administrators, 2 for everyone. */
  readonly block_deletions_enforcement_level?: number | string | null | undefined;
  /** The same. */
  readonly block_force_pushes_enforcement_level?: number | string | null | undefined;
  /** Whether a push dismisses approvals. */
  readonly dismiss_stale_reviews_on_push?: boolean | null | undefined;
  /** off, non_admins or everyone. */
  readonly pull_request_reviews_enforcement_level?: number | string | null | undefined;
  /** Whether owners of the code must approve. */
  readonly require_code_owner_review?: boolean | null | undefined;
  /** The same. */
  readonly required_status_checks_enforcement_level?: number | string | null | undefined;
  /** Whether a branch must be up to date before it is merged. */
  readonly strict_required_status_checks_policy?: boolean | null | undefined;
  /** Whether only named people and teams may push. */
  readonly authorized_actors_only?: boolean | null | undefined;
  /** The people who may push. */
  readonly authorized_user_urls?: readonly (string)[] | null | undefined;
  /** The teams that may push. */
  readonly authorized_team_urls?: readonly (string)[] | null | undefined;
  /** The people who may dismiss reviews. */
  readonly dismissal_restricted_user_urls?: readonly (string)[] | null | undefined;
  /** The teams that may dismiss reviews. */
  readonly dismissal_restricted_team_urls?: readonly (string)[] | null | undefined;
  /** Only empty ones are known. */
  readonly required_status_checks?: readonly (unknown)[] | null | undefined;
  /** Whether approvals are needed. */
  readonly requires_approving_reviews?: boolean | null | undefined;
  /** How many approvals are needed. */
  readonly required_approving_review_count?: number | string | null | undefined;
  /** Whether commits must be signed. */
  readonly requires_commit_signatures?: boolean | null | undefined;
  /** Whether a linear history is required. */
  readonly requires_linear_history?: boolean | null | undefined;
  /** Whether force pushes are allowed. */
  readonly allows_force_pushes?: boolean | null | undefined;
  /** Whether the branch may be deleted. */
  readonly allows_deletions?: boolean | null | undefined;
  /** Whether checks must pass. */
  readonly requires_status_checks?: boolean | null | undefined;
  /** Whether only named people may dismiss reviews. */
  readonly restricts_review_dismissals?: boolean | null | undefined;
};

/** A milestone; its number is in its URL. */
export type MilestoneValue = {
  /** Normally "milestone"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The repository that it belongs to. */
  readonly repository: string;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** Its title. */
  readonly title: string;
  /** A description. */
  readonly description?: string | null | undefined;
  /** open or closed. */
  readonly state?: 'open' | 'closed' | (string & {}) | number | undefined;
  /** The day it is due. */
  readonly due_on?: string | null | undefined;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
  /** Absent from other writers. */
  readonly updated_at?: string | null | undefined;
  /** Absent from other writers. */
  readonly closed_at?: string | null | undefined;
};

/** An issue. It has no state: one with closed_at is closed. */
export type IssueValue = {
  /** Normally "issue"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The repository that it belongs to. */
  readonly repository: string;
  /** Null for a deleted account. */
  readonly user?: string | null | undefined;
  /** Its title. */
  readonly title: string;
  /** What the person wrote. */
  readonly body?: string | null | undefined;
  /** The first of the assignees. */
  readonly assignee?: string | null | undefined;
  /** Absent from other writers. */
  readonly assignees?: readonly (string)[] | null | undefined;
  /** Its milestone. */
  readonly milestone?: string | null | undefined;
  /** URLs of labels of the repository. */
  readonly labels?: readonly (string)[] | null | undefined;
  /** Reactions of people. */
  readonly reactions?: readonly ({
    /** Who reacted; often not in the archive. */
    readonly user?: string | null | undefined;
    /** The name of an emoji, such as +1, smile or thinking_face; not the name that the API uses. */
    readonly content: string;
    /** Issue (also on pull requests), IssueComment, Release and others. */
    readonly subject_type?: 'Issue' | 'IssueComment' | 'Release' | (string & {}) | null | undefined;
    /** When they reacted, often with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** When it was closed; null while it is open. */
  readonly closed_at?: string | null | undefined;
  /** When it was made. */
  readonly created_at: string;
  /** Absent from other writers. */
  readonly updated_at?: string | null | undefined;
};

/** A pull request. It has no state: merged_at and closed_at determine it. Issues and pull requests share one sequence of numbers. */
export type PullRequestValue = {
  /** Normally "pull_request"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The repository that it belongs to. */
  readonly repository: string;
  /** Null for a deleted account. */
  readonly user?: string | null | undefined;
  /** Its title. */
  readonly title: string;
  /** What the person wrote. */
  readonly body?: string | null | undefined;
  /** The first of the assignees. */
  readonly assignee?: string | null | undefined;
  /** Absent from other writers. */
  readonly assignees?: readonly (string)[] | null | undefined;
  /** Its milestone. */
  readonly milestone?: string | null | undefined;
  /** URLs of labels of the repository. */
  readonly labels?: readonly (string)[] | null | undefined;
  /** Reactions of people. */
  readonly reactions?: readonly ({
    /** Who reacted; often not in the archive. */
    readonly user?: string | null | undefined;
    /** The name of an emoji, such as +1, smile or thinking_face; not the name that the API uses. */
    readonly content: string;
    /** Issue (also on pull requests), IssueComment, Release and others. */
    readonly subject_type?: 'Issue' | 'IssueComment' | 'Release' | (string & {}) | null | undefined;
    /** When they reacted, often with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** Where the changes go. */
  readonly base: BranchValue;
  /** Where the changes come from. */
  readonly head?: BranchValue | undefined;
  /** Only empty ones are known. */
  readonly review_requests?: readonly (unknown)[] | null | undefined;
  /** The issues that it closes; absent in older generations and from other writers. */
  readonly close_issue_references?: readonly ({
    /** May belong to another repository. */
    readonly issue?: string | null | undefined;
    /** The repository of the issue, perhaps outside the archive. */
    readonly issue_repository?: string | null | undefined;
    /** Who connected the two. */
    readonly actor?: string | null | undefined;
    /** xref. */
    readonly source?: string | null | undefined;
    /** When they were connected. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** True for a draft. */
  readonly work_in_progress?: boolean | null | undefined;
  /** When it was merged; null otherwise. */
  readonly merged_at?: string | null | undefined;
  /** When it was closed; null while it is open. */
  readonly closed_at?: string | null | undefined;
  /** When it was made. */
  readonly created_at: string;
  /** When it was last changed. */
  readonly updated_at?: string | null | undefined;
  /** Since 2024; also set where nothing was merged. */
  readonly merge_commit_sha?: string | null | undefined;
};

/** A review as a whole. */
export type PullRequestReviewValue = {
  /** Normally "pull_request_review"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The pull request that it belongs to. */
  readonly pull_request: string;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** Absent from bbs-exporter. */
  readonly body?: string | null | undefined;
  /** The head when it was reviewed. */
  readonly head_sha?: string | null | undefined;
  /** markdown. */
  readonly formatter?: string | null | undefined;
  /** 1 commented, 30 changes requested, 40 approved. */
  readonly state?: number | string | null | undefined;
  /** Reactions of people. */
  readonly reactions?: readonly ({
    /** Who reacted; often not in the archive. */
    readonly user?: string | null | undefined;
    /** The name of an emoji, such as +1, smile or thinking_face; not the name that the API uses. */
    readonly content: string;
    /** Issue (also on pull requests), IssueComment, Release and others. */
    readonly subject_type?: 'Issue' | 'IssueComment' | 'Release' | (string & {}) | null | undefined;
    /** When they reacted, often with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** When it was made. */
  readonly created_at: string;
  /** When it was submitted; it may lag. */
  readonly submitted_at?: string | null | undefined;
};

/** A thread of review comments on lines of a change. */
export type PullRequestReviewThreadValue = {
  /** Normally "pull_request_review_thread"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The pull request that it belongs to. */
  readonly pull_request: string;
  /** The review that it belongs to. */
  readonly pull_request_review?: string | null | undefined;
  /** The lines around it. */
  readonly diff_hunk?: string | null | undefined;
  /** The file concerned. */
  readonly path?: string | null | undefined;
  /** Null when outdated. */
  readonly position?: number | string | null | undefined;
  /** The same when it was written. */
  readonly original_position?: number | string | null | undefined;
  /** The commit concerned. */
  readonly commit_id?: string | null | undefined;
  /** Absent from bbs-exporter. */
  readonly original_commit_id?: string | null | undefined;
  /** The first line; null if the thread is about a single line. */
  readonly start_line?: number | string | null | undefined;
  /** The last line; null if it is outdated. */
  readonly line?: number | string | null | undefined;
  /** left or right. */
  readonly start_side?: 'left' | 'right' | (string & {}) | null | undefined;
  /** left or right. */
  readonly side?: string | null | undefined;
  /** The first line as it was when the thread began. */
  readonly original_start_line?: number | string | null | undefined;
  /** The last line as it was when the thread began. */
  readonly original_line?: number | string | null | undefined;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
  /** When it was resolved; null while it is not. */
  readonly resolved_at?: string | null | undefined;
  /** Who resolved it. */
  readonly resolver?: string | null | undefined;
  /** Written by gh-bbc-exporter only. */
  readonly start_position_offset?: number | string | null | undefined;
  /** Written by gh-bbc-exporter only. */
  readonly blob_position?: number | string | null | undefined;
  /** Written by gh-bbc-exporter only. */
  readonly subject_type?: string | null | undefined;
  /** Written by gh-bbc-exporter only. */
  readonly outdated?: boolean | null | undefined;
};

/** One comment of a review thread. */
export type PullRequestReviewCommentValue = {
  /** Normally "pull_request_review_comment"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The pull request that it belongs to. */
  readonly pull_request: string;
  /** The review that it belongs to. */
  readonly pull_request_review?: string | null | undefined;
  /** Absent from older writers. */
  readonly pull_request_review_thread?: string | null | undefined;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** What the person wrote. */
  readonly body: string | null;
  /** markdown. */
  readonly formatter?: string | null | undefined;
  /** The lines around it. */
  readonly diff_hunk?: string | null | undefined;
  /** The file concerned. */
  readonly path?: string | null | undefined;
  /** Null when outdated. */
  readonly position?: number | string | null | undefined;
  /** The same when it was written. */
  readonly original_position?: number | string | null | undefined;
  /** The commit concerned. */
  readonly commit_id?: string | null | undefined;
  /** Absent from bbs-exporter. */
  readonly original_commit_id?: string | null | undefined;
  /** 1 submitted. */
  readonly state?: number | string | null | undefined;
  /** The comment that it answers. */
  readonly in_reply_to?: string | null | undefined;
  /** Reactions of people. */
  readonly reactions?: readonly ({
    /** Who reacted; often not in the archive. */
    readonly user?: string | null | undefined;
    /** The name of an emoji, such as +1, smile or thinking_face; not the name that the API uses. */
    readonly content: string;
    /** Issue (also on pull requests), IssueComment, Release and others. */
    readonly subject_type?: 'Issue' | 'IssueComment' | 'Release' | (string & {}) | null | undefined;
    /** When they reacted, often with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** When it was made. */
  readonly created_at: string;
  /** Written by gh-bbc-exporter only. */
  readonly subject_type?: string | null | undefined;
  /** Written by gh-bbc-exporter only. */
  readonly updated_at?: string | null | undefined;
};

/** A comment on an issue or a pull request. */
export type IssueCommentValue = {
  /** Normally "issue_comment"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The issue, or absent. */
  readonly issue?: string | null | undefined;
  /** The pull request, or absent. */
  readonly pull_request?: string | null | undefined;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** What the person wrote. */
  readonly body: string | null;
  /** markdown, or email for a reply by mail. */
  readonly formatter?: string | null | undefined;
  /** Reactions of people. */
  readonly reactions?: readonly ({
    /** Who reacted; often not in the archive. */
    readonly user?: string | null | undefined;
    /** The name of an emoji, such as +1, smile or thinking_face; not the name that the API uses. */
    readonly content: string;
    /** Issue (also on pull requests), IssueComment, Release and others. */
    readonly subject_type?: 'Issue' | 'IssueComment' | 'Release' | (string & {}) | null | undefined;
    /** When they reacted, often with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** When it was made. */
  readonly created_at: string;
  /** When it was last changed. */
  readonly updated_at?: string | null | undefined;
};

/** A comment on a commit or on a line of it. */
export type CommitCommentValue = {
  /** Normally "commit_comment"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The repository that it belongs to. */
  readonly repository: string;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** What the person wrote. */
  readonly body: string | null;
  /** markdown. */
  readonly formatter?: string | null | undefined;
  /** The file concerned. */
  readonly path?: string | null | undefined;
  /** The line within the difference; null when outdated. */
  readonly position?: number | string | null | undefined;
  /** The commit concerned. */
  readonly commit_id?: string | null | undefined;
  /** Reactions of people. */
  readonly reactions?: readonly ({
    /** Who reacted; often not in the archive. */
    readonly user?: string | null | undefined;
    /** The name of an emoji, such as +1, smile or thinking_face; not the name that the API uses. */
    readonly content: string;
    /** Issue (also on pull requests), IssueComment, Release and others. */
    readonly subject_type?: 'Issue' | 'IssueComment' | 'Release' | (string & {}) | null | undefined;
    /** When they reacted, often with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** When it was made. */
  readonly created_at: string;
};

/** Something that happened to an issue or a pull request. The fields beyond the first ones depend on the event. */
export type IssueEventValue = {
  /** Normally "issue_event"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The issue, or absent. */
  readonly issue?: string | null | undefined;
  /** The pull request, or absent. */
  readonly pull_request?: string | null | undefined;
  /** Often not in the archive. */
  readonly actor?: string | null | undefined;
  /** labeled, closed, merged and many others. */
  readonly event: 'labeled' | 'unlabeled' | 'milestoned' | 'demilestoned' | 'renamed' | 'base_ref_changed' | 'assigned' | 'unassigned' | 'review_requested' | 'review_request_removed' | 'comment_deleted' | 'transferred' | 'connected' | 'disconnected' | 'referenced' | 'merged' | 'closed' | 'reopened' | 'locked' | 'unlocked' | 'pinned' | 'unpinned' | 'mentioned' | 'subscribed' | 'unsubscribed' | 'ready_for_review' | 'convert_to_draft' | 'converted_to_draft' | 'head_ref_deleted' | 'head_ref_restored' | 'head_ref_force_pushed' | 'base_ref_force_pushed' | (string & {});
  /** When it was made. */
  readonly created_at: string;
  /** The label that was added or removed. */
  readonly label?: string | null | undefined;
  /** The name of the label as it was. */
  readonly label_name?: string | null | undefined;
  /** The colour of the label as it was. */
  readonly label_color?: string | null | undefined;
  /** The color of its text: hexadecimal digits without #. */
  readonly label_text_color?: string | null | undefined;
  /** Written by other writers only. */
  readonly milestone?: string | null | undefined;
  /** The title of the milestone as it was. */
  readonly milestone_title?: string | null | undefined;
  /** A former title; for base_ref_changed, a branch. */
  readonly title_was?: string | null | undefined;
  /** The title, or the branch, that it was changed to. */
  readonly title_is?: string | null | undefined;
  /** A user; with transferred the repository it came from; with connected an issue or pull request. */
  readonly subject?: string | null | undefined;
  /** The commit concerned. */
  readonly commit_id?: string | null | undefined;
  /** May be outside the archive. */
  readonly commit_repository?: string | null | undefined;
  /** The branch that was pushed. */
  readonly ref?: string | null | undefined;
  /** The commit of the branch before the push. */
  readonly before_commit_oid?: string | null | undefined;
  /** The commit of the branch after the push. */
  readonly after_commit_oid?: string | null | undefined;
};

/** An upload into a text, with its file in the archive. */
export type AttachmentValue = {
  /** Normally "attachment"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** Since 2024. */
  readonly legacy_url?: string | null | undefined;
  /** The issue whose text shows it, where that is its parent. */
  readonly issue?: string | null | undefined;
  /** The comment whose text shows it. */
  readonly issue_comment?: string | null | undefined;
  /** The pull request that it belongs to. */
  readonly pull_request?: string | null | undefined;
  /** The review that it belongs to. */
  readonly pull_request_review?: string | null | undefined;
  /** The review comment whose text shows it. */
  readonly pull_request_review_comment?: string | null | undefined;
  /** The commit comment whose text shows it. */
  readonly commit_comment?: string | null | undefined;
  /** The release whose text shows it. */
  readonly release?: string | null | undefined;
  /** The discussion whose text shows it. */
  readonly discussion?: string | null | undefined;
  /** Its milestone. */
  readonly milestone?: string | null | undefined;
  /** The repository that it belongs to. */
  readonly repository?: string | null | undefined;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** The uploader's name of the file. */
  readonly asset_name?: string | null | undefined;
  /** Its media type; null from other writers. */
  readonly asset_content_type?: string | null | undefined;
  /** tarball://root/ and the path of the file in the archive. */
  readonly asset_url: string;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
  /** The name of created_at in some writers. */
  readonly created_date?: string | null | undefined;
};

/** An uploaded file that is not an image, with its file in the archive. Texts refer to it by its url. */
export type RepositoryFileValue = {
  /** Normally "repository_file"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The repository that it belongs to. */
  readonly repository?: string | null | undefined;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** The raw name; in url it is percent-encoded. */
  readonly file_name?: string | null | undefined;
  /** Its media type. */
  readonly file_content_type?: string | null | undefined;
  /** tarball://root/ and the path of the file in the archive. */
  readonly file_url: string;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
  /** The name of created_at in some writers. */
  readonly created_date?: string | null | undefined;
};

/** A release or a draft of one. */
export type ReleaseValue = {
  /** Normally "release"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The repository that it belongs to. */
  readonly repository: string;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** Its name. */
  readonly name?: string | null | undefined;
  /** The tag. */
  readonly tag_name: string;
  /** What the person wrote. */
  readonly body?: string | null | undefined;
  /** published or draft. */
  readonly state?: 'published' | 'draft' | (string & {}) | null | undefined;
  /** The tag that will be created for a draft. */
  readonly pending_tag?: string | null | undefined;
  /** Whether it is a pre-release. */
  readonly prerelease?: boolean | null | undefined;
  /** The branch or commit that the tag is made from. */
  readonly target_commitish?: string | null | undefined;
  /** Its files; the items are a guess, because none has been seen. */
  readonly release_assets?: readonly ({
    /** No item has been seen; these are the fields of a similar record. */
    readonly type?: string | null | undefined;
    /** The address of the asset. */
    readonly url?: string | null | undefined;
    /** Who uploaded it. */
    readonly user?: string | null | undefined;
    /** Its file name. */
    readonly asset_name?: string | null | undefined;
    /** Its media type. */
    readonly asset_content_type?: string | null | undefined;
    /** tarball://root/ and the path of the file in the archive. */
    readonly asset_url?: string | null | undefined;
    /** When it was uploaded. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** Reactions of people. */
  readonly reactions?: readonly ({
    /** Who reacted; often not in the archive. */
    readonly user?: string | null | undefined;
    /** The name of an emoji, such as +1, smile or thinking_face; not the name that the API uses. */
    readonly content: string;
    /** Issue (also on pull requests), IssueComment, Release and others. */
    readonly subject_type?: 'Issue' | 'IssueComment' | 'Release' | (string & {}) | null | undefined;
    /** When they reacted, often with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** Null for a draft. */
  readonly published_at?: string | null | undefined;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
};

/** A discussion; its answers are not in archives. */
export type DiscussionValue = {
  /** Normally "discussion"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The repository that it belongs to. */
  readonly repository: string;
  /** Its author; null for a deleted account. */
  readonly user?: string | null | undefined;
  /** Its title. */
  readonly title: string;
  /** What the person wrote. */
  readonly body?: string | null | undefined;
  /** Its labels. */
  readonly labels?: readonly (string)[] | null | undefined;
  /** Reactions of people. */
  readonly reactions?: readonly ({
    /** Who reacted; often not in the archive. */
    readonly user?: string | null | undefined;
    /** The name of an emoji, such as +1, smile or thinking_face; not the name that the API uses. */
    readonly content: string;
    /** Issue (also on pull requests), IssueComment, Release and others. */
    readonly subject_type?: 'Issue' | 'IssueComment' | 'Release' | (string & {}) | null | undefined;
    /** When they reacted, often with milliseconds and an offset. */
    readonly created_at?: string | null | undefined;
  })[] | null | undefined;
  /** When it was made. */
  readonly created_at?: string | null | undefined;
  /** When it was last changed. */
  readonly updated_at?: string | null | undefined;
  /** Its category. */
  readonly discussion_category?: string | null | undefined;
};

/** A discussion category; written for every repository, even one without discussions. */
export type DiscussionCategoryValue = {
  /** Normally "discussion_category"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url: string;
  /** The repository that it belongs to. */
  readonly repository: string;
  /** Its name. */
  readonly name: string;
  /** Such as :mega:. */
  readonly emoji?: string | null | undefined;
  /** A description. */
  readonly description?: string | null | undefined;
};

/** A classic project. Only its existence is known, from listings before 2024: the fields are those of the sandbox, and may be anything. */
export type ProjectValue = {
  /** Normally "project"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url?: string | undefined;
  /** The repository that it is part of. */
  readonly repository?: unknown | undefined;
  /** Who created it. */
  readonly creator?: unknown | undefined;
  /** Its name. */
  readonly name?: unknown | undefined;
  /** What it is about, in Markdown. */
  readonly body?: unknown | undefined;
  /** `open` or `closed`. */
  readonly state?: unknown | undefined;
  /** Its columns, each with a name and cards. */
  readonly columns?: unknown | undefined;
  /** When it was created. */
  readonly created_at?: unknown | undefined;
  /** When it changed last. */
  readonly updated_at?: unknown | undefined;
};

/** A base. The documentation of the service names them; no archive of the real service with one is known: the fields are those of the sandbox, and may be anything. */
export type BaseValue = {
  /** Normally "base"; if it is absent, the name of the record file decides. */
  readonly type?: string | undefined;
  /** The key of the record. */
  readonly url?: string | undefined;
  /** The repository of the branch. */
  readonly repository?: unknown | undefined;
  /** The branch that pull requests are based on. */
  readonly ref?: unknown | undefined;
  /** The commit that the latest pull request is based on. */
  readonly sha?: unknown | undefined;
  /** When the latest pull request was opened. */
  readonly updated_at?: unknown | undefined;
};
