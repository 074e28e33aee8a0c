/** The fields whose change people know by name, by their JSON pointer. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  '/active_lock_reason': 'locked because',
  '/assignee': 'assigned to',
  '/assignees': 'assigned to',
  '/base/ref': 'into the branch',
  '/bio': 'about',
  '/close_issue_references': 'closes',
  '/columns': 'cards',
  '/company': 'company',
  '/default_branch': 'default branch',
  '/draft': 'draft',
  '/due_on': 'due',
  '/emails': 'mail addresses',
  '/is_archived': 'archived',
  '/labels': 'labels',
  '/location': 'location',
  '/locked': 'locked',
  '/members': 'members',
  '/milestone': 'milestone',
  '/permissions': 'repositories',
  '/prerelease': 'pre-release',
  '/private': 'private',
  '/reactions': 'reactions',
  '/release_assets': 'files',
  '/resolved_at': 'resolved',
  '/resolver': 'resolved by',
  '/review_requests': 'review asked of',
  '/social_accounts': 'social accounts',
  '/state': 'state',
  '/tag_name': 'tag',
  '/topics': 'topics',
  '/website': 'website',
  '/work_in_progress': 'draft',
};

/** The plain names of other fields, where theirs say little. */
const DETAIL_NAMES: Readonly<Record<string, string>> = {
  '/base/sha': 'commit of the branch that it goes into',
  '/head/sha': 'newest commit',
  '/merge_commit_sha': 'merge commit',
  '/sha': 'newest commit',
};

/** The name of any field: `member privileges, members can create public repositories`. */
export function fieldName(pointer: string): string {
  return (
    FIELD_NAMES[pointer] ??
    DETAIL_NAMES[pointer] ??
    pointer.slice(1).replaceAll('/', ', ').replaceAll('_', ' ')
  );
}
