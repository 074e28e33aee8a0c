import type { Reading } from '../../../src/reading/open-reading.ts';
import type { Thread, TimelineEntry } from '../../../src/reading/thread.ts';

/**
 * What the service's own server answers, as its public source has it (github/github-mcp-server, `pkg/github`, 2026): a
 * search returns the objects of the REST API whole, other tools the fields of `minimal_types.go`, all as JSON without
 * spaces. The values are those of the store, so that both servers say the same; ids have the length of real ones.
 */

const API = 'https://api.github.com';
const WEB = 'https://github.com';
const ID = 4_012_345_678;
const NODE_ID = 'I_kwDOABCDEF5nPQrS';

const REACTIONS = { '+1': 0, '-1': 0, laugh: 0, confused: 0, heart: 0, hooray: 0, rocket: 0, eyes: 0 };

/** The answer of `search_issues` or `search_pull_requests` with these threads. */
export function searchAnswer(threads: readonly Thread[]): string {
  const items = threads.map((thread) => ({ ...restIssue(thread), field_values: [] }));
  return JSON.stringify({ total_count: items.length, incomplete_results: false, items });
}

/** The answer of `list_issues`. */
export function listAnswer(threads: readonly Thread[]): string {
  const issues = threads.map(({ number, title, body, state, author, createdAt, updatedAt, labels }) => ({
    ...{ number, title, body, state: state.toUpperCase(), user: { login: author } },
    ...{ labels: labels.map(({ name }) => name), created_at: createdAt, updated_at: updatedAt },
  }));
  const pageInfo = {
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: 'Y3Vyc29y',
    endCursor: 'Y3Vyc29y',
  };
  return JSON.stringify({ issues, totalCount: issues.length, pageInfo });
}

/** The answers that a whole thread takes: itself, its comments and, of a pull request, its reviews. */
export function threadAnswers(thread: Thread): readonly string[] {
  const { number, title, body, state, author, createdAt, updatedAt, closedAt, labels, assignees } = thread;
  const head = {
    ...{ number, title, body, state, html_url: webOf(thread), user: userOf(author) },
    ...{ author_association: 'MEMBER', labels: labels.map(({ name }) => name), assignees },
    ...{ reactions: { total_count: 0, ...REACTIONS } },
    ...{ created_at: createdAt, updated_at: updatedAt, closed_at: closedAt },
  };
  const timeline = thread.timeline;
  const comments = timeline.flatMap((entry) => (entry.kind === 'comment' ? [commentOf(entry, thread)] : []));
  const reviews = timeline.flatMap((entry) => (entry.kind === 'review' ? [reviewOf(entry, thread)] : []));
  const isPull = thread.kind === 'pull_request';
  return [head, comments, ...(isPull ? [reviews] : [])].map((answer) => JSON.stringify(answer));
}

/** The answer of `search_repositories`. */
export function repositoriesAnswer(reading: Reading): string {
  const items = reading.repositoryNames().map((name) => {
    const { description, isPrivate, isArchived, counts, createdAt, updatedAt, defaultBranch } =
      reading.repository(name);
    return {
      ...{ id: ID, name: name.split('/')[1], full_name: name, description, html_url: `${WEB}/${name}` },
      ...{ stargazers_count: 0, forks_count: 0, open_issues_count: counts.openIssues },
      ...{ updated_at: updatedAt, created_at: createdAt, private: isPrivate, fork: false },
      ...{ archived: isArchived, default_branch: defaultBranch },
    };
  });
  return JSON.stringify({ total_count: items.length, incomplete_results: false, items });
}

/** The answer of `get_file_contents` with the names in a folder. */
export function folderAnswer(repo: string, names: readonly string[]): string {
  const sha = 'd6f1e3c0a9b84756f2e1d0c9b8a7968574635241';
  const entries = names.map((name) => ({
    ...{
      type: 'file',
      name,
      path: name,
      size: 1_234,
      sha,
      url: `${API}/repos/${repo}/contents/${name}?ref=main`,
    },
    ...{ git_url: `${API}/repos/${repo}/git/blobs/${sha}`, html_url: `${WEB}/${repo}/blob/main/${name}` },
    ...{ download_url: `https://raw.githubusercontent.com/${repo}/main/${name}` },
  }));
  return JSON.stringify(entries);
}

function userOf(login: string | null) {
  const profile_url = `${WEB}/${login}`;
  return {
    login,
    id: 12_345_678,
    profile_url,
    avatar_url: 'https://avatars.githubusercontent.com/u/12345678?v=4',
  };
}

function webOf({ repo, number, kind }: Thread): string {
  return `${WEB}/${repo}/${kind === 'issue' ? 'issues' : 'pull'}/${number}`;
}

function commentOf(
  { author, body, createdAt }: Extract<TimelineEntry, { readonly kind: 'comment' }>,
  thread: Thread,
) {
  return {
    ...{ id: ID, body, html_url: `${webOf(thread)}#issuecomment-${ID}`, user: userOf(author) },
    ...{ author_association: 'MEMBER', reactions: { total_count: 0, ...REACTIONS } },
    ...{ created_at: createdAt, updated_at: createdAt },
  };
}

function reviewOf(
  { author, body, state, createdAt, headSha }: Extract<TimelineEntry, { readonly kind: 'review' }>,
  thread: Thread,
) {
  return {
    ...{ id: ID, state: state?.toUpperCase(), body, html_url: `${webOf(thread)}#pullrequestreview-${ID}` },
    ...{ user: userOf(author), commit_id: headSha, submitted_at: createdAt, author_association: 'MEMBER' },
  };
}

/** An account in the REST API. */
function restUser(login: string | null) {
  const url = `${API}/users/${login}`;
  return {
    ...{ login, id: 12_345_678, node_id: 'MDQ6VXNlcjEyMzQ1Njc4', avatar_url: userOf(login).avatar_url },
    ...{ html_url: `${WEB}/${login}`, gravatar_id: '', type: 'User', site_admin: false, url },
    ...{ events_url: `${url}/events{/privacy}`, following_url: `${url}/following{/other_user}` },
    ...{ followers_url: `${url}/followers`, gists_url: `${url}/gists{/gist_id}`, repos_url: `${url}/repos` },
    ...{ organizations_url: `${url}/orgs`, received_events_url: `${url}/received_events` },
    ...{ starred_url: `${url}/starred{/owner}{/repo}`, subscriptions_url: `${url}/subscriptions` },
  };
}

/** An issue or a pull request in the REST API. */
function restIssue(thread: Thread) {
  const { repo, number, state, title, body, author, createdAt, updatedAt, closedAt, labels, assignees } =
    thread;
  const repository_url = `${API}/repos/${repo}`;
  const url = `${repository_url}/issues/${number}`;
  return {
    ...{
      id: ID,
      number,
      state,
      locked: false,
      title,
      body,
      author_association: 'MEMBER',
      user: restUser(author),
    },
    labels: labels.map(({ name, color }) => ({
      ...{ id: ID, node_id: NODE_ID, url: `${repository_url}/labels/${name}`, name, color, default: false },
    })),
    ...{ comments: 1, closed_at: closedAt, created_at: createdAt, updated_at: updatedAt, url },
    ...{ html_url: webOf(thread), comments_url: `${url}/comments`, events_url: `${url}/events` },
    ...{ labels_url: `${url}/labels{/name}`, repository_url, assignees: assignees.map(restUser) },
    reactions: { total_count: 0, ...REACTIONS, url: `${url}/reactions` },
    node_id: NODE_ID,
  };
}
