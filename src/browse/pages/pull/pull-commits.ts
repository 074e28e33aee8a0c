import { html } from 'hono/html';
import { definePage, isRedirect } from '../../page.ts';
import { commitList } from '../../show/code/commit-line.ts';
import { emptyNote } from '../../show/facts.ts';
import { threadHead } from '../thread/thread-head.ts';
import { type PullCommits, readPullCommits, readPullThread } from './read-pull.ts';

/** The commits of a pull request. */
export const pullCommits = definePage<PullCommits>({
  async read(sources, request) {
    const page = readPullThread(sources, request);
    return isRedirect(page) ? page : readPullCommits(sources, page);
  },
  show({ page, commits, reason, hasMore }, frame) {
    const { thread, repo } = page;
    return {
      title: `Commits of ${thread.title ?? ''} · ${repo}#${thread.number}`,
      place: { repo, tab: 'pulls' },
      original: `${thread.url}/commits`,
      main: html`${threadHead(page, frame, 'commits')}
${reason === null ? '' : emptyNote(reason)}${commits.length === 0 ? '' : commitList(commits, repo, frame)}${hasMore ? emptyNote('Only the newest 250 commits are shown.') : ''}`,
    };
  },
  table: ({ commits }) => ({
    columns: ['id', 'author', 'authored_at', 'committed_at', 'subject'],
    rows: commits.map((one) => [one.id, one.author, one.authoredAt, one.committedAt, one.subject]),
  }),
});
