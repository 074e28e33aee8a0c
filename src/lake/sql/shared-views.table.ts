/** A part of a view: the columns, the table or view that it selects from, and a condition. */
type ViewPart = readonly [columns: string, source: string, condition?: string];

/**
 * The views of a store that a lake has too (`schemas/store`), each after those that it reads. Flags are Booleans here.
 *
 * @param substring the engine's function for a part of a text
 */
export const SHARED_VIEWS: Readonly<Record<string, (substring: string) => readonly ViewPart[]>> = {
  threads: () => [
    [
      `'issue' AS kind, id, repo, number, title, author, state, created_at, updated_at, closed_at,
       NULL AS merged_at, FALSE AS is_draft, milestone_url, repository_url, author_url, url, body`,
      'issues',
    ],
    [
      `'pull_request', id, repo, number, title, author, state, created_at, updated_at, closed_at,
       merged_at, coalesce(is_draft, FALSE), milestone_url, repository_url, author_url, url, body`,
      'pull_requests',
    ],
  ],
  comments: () => [
    [
      "'issue_comment' AS kind, id, repo, number, author, created_at, thread_url, author_url, url, body",
      'issue_comments',
    ],
    [
      `'pull_request_review', id, repo, number, author, coalesce(submitted_at, created_at), pull_request_url,
       author_url, url, body`,
      'pull_request_reviews',
      "body <> ''",
    ],
    [
      `'pull_request_review_comment', id, repo, number, author, created_at, pull_request_url,
       author_url, url, body`,
      'pull_request_review_comments',
    ],
    ["'commit_comment', id, repo, NULL, author, created_at, NULL, author_url, url, body", 'commit_comments'],
  ],
  timeline: (substring) => [
    [
      `kind, id, repo, number, 'opened' AS event, author AS actor, created_at, url AS thread_url, url,
       title AS summary`,
      'threads',
    ],
    [
      `kind, id, repo, number, 'commented', author, created_at, thread_url, url, ${substring}(body, 1, 200)`,
      'comments',
      "kind <> 'pull_request_review'",
    ],
    [
      `'pull_request_review', id, repo, number, coalesce(state, 'reviewed'), author,
       coalesce(submitted_at, created_at), pull_request_url, url, ${substring}(body, 1, 200)`,
      'pull_request_reviews',
    ],
    [
      `'issue_event', id, repo, number, event, actor, created_at, thread_url, url,
       coalesce(label_name, milestone_title, title_is, ref, commit_id, subject_url)`,
      'issue_events',
    ],
    [
      `'release', id, repo, NULL, state, author, coalesce(published_at, created_at), NULL, url,
       coalesce(nullif(name, ''), tag_name)`,
      'releases',
    ],
    ["'discussion', id, repo, number, 'opened', author, created_at, url, url, title", 'discussions'],
  ],
};
