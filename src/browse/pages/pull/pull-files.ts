import { html } from 'hono/html';
import { locationOf } from '../../addresses/location-of.ts';
import type { Frame, Markup } from '../../frame.ts';
import { type Answering, defineFile, definePage, isRedirect } from '../../page.ts';
import { repositoryPath, threadPath } from '../../paths.ts';
import { commitList } from '../../show/code/commit-line.ts';
import { differenceView } from '../../show/code/difference-view.ts';
import { emptyNote } from '../../show/facts.ts';
import { sendChanges } from '../code/raw.ts';
import type { ThreadPage } from '../thread/read-thread-page.ts';
import { showConversation } from '../thread/show-conversation.ts';
import { threadHead } from '../thread/thread-page.ts';
import { placeConversations } from './place-conversations.ts';
import { type FoundCommits, NO_COMMITS } from './read-commits.ts';
import { type PullFiles, readPullFiles, readPullThread, requireEnds } from './read-pull.ts';

interface PullCommits extends FoundCommits {
  readonly page: ThreadPage;
}

/** The commits of a pull request. */
export const pullCommits = definePage<PullCommits>({
  async read(sources, request) {
    const page = await readPullThread(sources, request);
    return isRedirect(page) ? page : { page, ...(page.pushed ?? NO_COMMITS) };
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
});

/** The changes of a pull request, with review comments at their lines. */
export const pullFiles = definePage<PullFiles>({
  async read(sources, request) {
    const page = await readPullThread(sources, request);
    return isRedirect(page) ? page : readPullFiles(sources, page, request.query);
  },
  show(facts, frame) {
    const { thread, repo } = facts.page;
    return {
      title: `Files of ${thread.title ?? ''} · ${repo}#${thread.number}`,
      place: { repo, tab: 'pulls' },
      original: `${thread.url}/files`,
      main: html`${threadHead(facts.page, frame, 'files')}${showFiles(facts, frame)}`,
    };
  },
});

function showFiles(facts: PullFiles, frame: Frame): Markup {
  const { page, difference, from, to, reason, conversations } = facts;
  const show = (conversation: (typeof conversations)[number], isAtItsLine: boolean) =>
    showConversation(conversation, page, frame, isAtItsLine);
  if (difference === null) {
    return html`${emptyNote(html`${reason} ${conversations.length === 0 ? 'Its changes cannot be shown.' : 'Only the lines around review comments can be shown:'}`)}${conversations.map((one) => show(one, false))}`;
  }
  const placed = placeConversations(conversations, difference, show);
  const path = `${repositoryPath(page.repo)}/pull/${page.thread.number}`;
  return html`${differenceView(difference, { repo: page.repo, from, to, conversations: placed, filePath: path }, frame)}
${placed.lost.length === 0 ? '' : html`<h2>On files that are no longer changed</h2>${placed.lost.map((one) => show(one, false))}`}`;
}

/** The changes of a pull request as a file. */
export function pullFile(form: 'diff' | 'patch'): Answering {
  return defineFile(async (sources, request) => {
    const page = await readPullThread(sources, request);
    if (isRedirect(page)) {
      return new Response(null, { status: 302, headers: { Location: locationOf(page.redirectTo) } });
    }
    const { git, ...ends } = await requireEnds(sources, page);
    const name = threadPath({ repo: page.repo, number: page.thread.number ?? 0, kind: 'pull_request' });
    return sendChanges(git, { form, ends, name: name.slice(1), request });
  });
}
