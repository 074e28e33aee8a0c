/**
 * The fields of each kind in their order, as archives of 2022 to 2026 have them; `+` marks those that archives
 * of 2019 lack, `?` those that only some records of a kind have. Typed in from descriptions of real archives,
 * not from the code that writes them.
 */
export const EXPECTED_FIELDS: Readonly<Record<string, string>> = {
  users:
    'type url avatar_url login name bio company website location emails +social_accounts billing_plan created_at',
  bots: 'type url avatar_url login name bio company website location emails +social_accounts billing_plan created_at',
  organizations:
    'type url login name description website location email members owners_team webhooks created_at +member_privileges +repository_defaults',
  teams: 'type url organization parent_team name description privacy permissions members created_at',
  repositories:
    'type url owner name description website private has_issues has_wiki has_downloads +is_archived labels collaborators created_at git_url default_branch webhooks +page public_keys +repository_topics +security_and_analysis +autolinks +general_settings +actions_general_settings ?wiki_url',
  milestones: 'type url repository user title description state due_on created_at updated_at closed_at',
  issues:
    'type url repository user title body assignee assignees milestone labels reactions closed_at created_at updated_at',
  pull_requests:
    'type url user repository title body base head assignee assignees milestone labels reactions review_requests close_issue_references work_in_progress merged_at closed_at created_at +merge_commit_sha',
  pull_request_reviews:
    'type url pull_request user body head_sha formatter state reactions created_at submitted_at',
  pull_request_review_threads:
    'type url pull_request pull_request_review diff_hunk path position original_position commit_id original_commit_id start_line line start_side side original_start_line original_line created_at resolved_at resolver',
  pull_request_review_comments:
    'type url pull_request pull_request_review pull_request_review_thread user body formatter diff_hunk path position original_position commit_id original_commit_id state in_reply_to reactions created_at',
  issue_comments: 'type url ?issue ?pull_request user body formatter reactions created_at',
  commit_comments: 'type url repository user body formatter path position commit_id reactions created_at',
  issue_events:
    'type url ?issue ?pull_request actor event ?label ?label_name ?label_color ?label_text_color ?milestone_title ?title_was ?title_is ?subject ?ref ?before_commit_oid ?after_commit_oid ?commit_id ?commit_repository created_at',
  attachments:
    'type url +legacy_url ?issue ?issue_comment ?pull_request user asset_name asset_content_type asset_url created_at',
  repository_files: 'type url repository user file_name file_content_type file_url created_at',
  releases:
    'type url repository user name tag_name body state pending_tag prerelease target_commitish release_assets +reactions published_at created_at',
  protected_branches:
    'type name url creator_url repository_url admin_enforced block_deletions_enforcement_level block_force_pushes_enforcement_level dismiss_stale_reviews_on_push pull_request_reviews_enforcement_level require_code_owner_review required_status_checks_enforcement_level strict_required_status_checks_policy authorized_actors_only authorized_user_urls authorized_team_urls dismissal_restricted_user_urls dismissal_restricted_team_urls required_status_checks requires_approving_reviews requires_commit_signatures requires_linear_history allows_force_pushes allows_deletions requires_status_checks restricts_review_dismissals required_approving_review_count',
  discussions:
    'type url repository user title body labels reactions created_at updated_at discussion_category',
  discussion_categories: 'type url repository name emoji description',
};
