import { html } from 'hono/html';
import { listLinked, listReviewers, type Reviewer } from '../../../reading/list-reviewers.ts';
import type { Thread } from '../../../reading/thread.ts';
import { threadText } from '../../../reading/thread-text.ts';
import type { Frame, Markup } from '../../frame.ts';
import { type Answering, definePage, type PageRequest, type PageView, requireRepo } from '../../page.ts';
import { anchorOf, codePath, repositoryPath, threadPath, withQuery } from '../../paths.ts';
import { labelChip, stateBadge } from '../../show/badges.ts';
import { lineCounts } from '../../show/code/difference-view.ts';
import { countText } from '../../show/counts.ts';
import { milestoneLink, personFace, personLink, recordLink } from '../../show/links.ts';
import { quotedTerm } from '../../show/search-terms.ts';
import { dateOf, onDate } from '../../show/times.ts';
import type { Sources } from '../../sources.ts';
import { withCounts } from '../pull/read-pull.ts';
import { readThreadPage, type ThreadPage } from './read-thread-page.ts';
import { showTimeline } from './show-timeline.ts';
import { timelineRail } from './timeline-rail.ts';

const TABS = [
  { name: 'conversation', title: 'Conversation', path: '' },
  { name: 'commits', title: 'Commits', path: '/commits' },
  { name: 'files', title: 'Files changed', path: '/files' },
] as const;

/** The conversation of an issue or pull request; a number of another kind redirects to its own page. */
export function conversation(kind: 'issue' | 'pull_request'): Answering {
  return definePage<ThreadPage>({
    async read(sources: Sources, { params, path, query }: PageRequest) {
      const { store } = sources;
      const repo = requireRepo(store, params);
      const number = Number(params['number']);
      const found = store.kindOf(repo, number, kind);
      const [gone] = store
        .origins()
        .flatMap((origin) => (found === undefined ? store.vanished(`${origin}${path}`) : []));
      if (gone !== undefined) {
        return { redirectTo: withQuery('/-/history', { url: gone.url }) };
      }
      if (found !== undefined && found !== kind) {
        return { redirectTo: threadPath({ repo, number, kind: found }) };
      }
      const page = await readThreadPage(sources, { repo, number, kind });
      const anchor = query.get('comment');
      if (anchor === null) {
        return kind === 'pull_request' ? await withCounts(sources, page) : page;
      }
      const { hasParts, partWith } = page.outline();
      const part = hasParts ? partWith(anchor) : undefined;
      return { redirectTo: `${withQuery(path, { part })}${part === undefined ? '' : `#${anchor}`}` };
    },
    show: showConversation,
    text: ({ thread }) => threadText(thread),
  });
}

function showConversation(page: ThreadPage, frame: Frame): PageView {
  const { thread, repo } = page;
  const { kind, number, title, url } = thread;
  return {
    title: `${title ?? ''} · ${repo}#${number}`,
    place: { repo, tab: kind === 'issue' ? 'issues' : 'pulls' },
    original: url,
    links: [
      { rel: 'canonical', href: threadPath({ repo, number: number ?? 0, kind }) },
      { rel: 'up', href: `${repositoryPath(repo)}/${kind === 'issue' ? 'issues' : 'pulls'}` },
    ],
    main: html`${threadHead(page, frame, 'conversation')}${showTimeline(page, frame)}`,
    aside: html`${threadAside(page, frame)}${entryChoices(page)}${timelineRail(page.outline())}`,
  };
}

/** The sidebar of a thread: labels, assignees, references and participants. */
export function threadAside({ thread, repo, participants, hasChanges }: ThreadPage, frame: Frame): Markup {
  const { labels, assignees, milestone, closedBy, pullRequest, kind } = thread;
  const reviewers = pullRequest === undefined ? [] : listReviewers(thread);
  const list = `${repositoryPath(repo)}/${kind === 'issue' ? 'issues' : 'pulls'}`;
  const people = (logins: readonly string[]) =>
    html`<ul class="plain">${logins.map((login) => html`<li>${personFace(login, frame)}</li>`)}</ul>`;
  const records = (urls: readonly string[]) =>
    html`<ul class="plain">${urls.map((url) => html`<li>${recordLink(url, frame)}</li>`)}</ul>`;
  return html`${part('Labels', labels, (all) => html`<span class="labels">${all.map((label) => labelChip(label, withQuery(list, { q: quotedTerm('label', label.name) })))}</span>`)}
${part('Assigned to', assignees, people)}
${part('Milestone', milestone === null ? [] : [milestone], ([title = '']) => milestoneLink(repo, title, frame))}
${part('Reviewers', reviewers, (all) => html`<ul class="plain">${all.map((one) => reviewerItem(one, frame))}</ul>`)}
${part('Closes', pullRequest?.closes ?? [], records)}
${part('Closing pull requests', closedBy, records)}
${part(
  'Linked',
  listLinked(thread).filter((linked) => !closedBy.includes(linked)),
  records,
)}
${part('Participants', participants, people)}
${hasChanges ? html`<div data-control><h2>History</h2><ul class="plain"><li><a href="${withQuery('/-/history', { url: thread.url })}">Changes between snapshots</a></li></ul></div>` : ''}`;
}

const VERDICTS: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'requested changes',
  commented: 'commented',
  dismissed: 'dismissed',
};

/** A reviewer with the last verdict, linked to the review. */
function reviewerItem({ name, verdict, url, isRequested }: Reviewer, frame: Frame): Markup {
  const who = name.includes('/') ? recordLink(name, frame) : personFace(name, frame);
  const words = verdict === null ? '' : (VERDICTS[verdict] ?? verdict.replaceAll('_', ' '));
  const said =
    verdict === null || url === null
      ? ''
      : html`<a class="verdict ${verdict}" href="${frame.links.local(url) ?? `#${anchorOf(url)}`}">${words}</a>`;
  return html`<li class="reviewer">${who} ${said}${isRequested ? html` <span class="muted">${verdict === null ? 'review requested' : 'asked again'}</span>` : ''}</li>`;
}

/** Boxes that hide events, and what bots wrote and did. The style sheet does it, so that they work without scripts. */
function entryChoices({ participants, outline }: ThreadPage): Markup | string {
  const choices = [
    ['hide-events', 'Comments only', outline().hasEvents],
    ['hide-bots', 'Without bots', participants.some((login) => login.endsWith('[bot]'))],
  ] as const;
  const offered = choices.filter(([, , isOffered]) => isOffered);
  return offered.length === 0
    ? ''
    : html`<div data-control><h2>Show</h2><ul class="plain">${offered.map(([name, words]) => html`<li><label><input type="checkbox" class="${name}"> ${words}</label></li>`)}</ul></div>`;
}

function part<Item>(
  title: string,
  items: readonly Item[],
  show: (items: readonly Item[]) => Markup,
): Markup | string {
  return items.length === 0 ? '' : html`<h2>${title}</h2>${show(items)}`;
}

export type ThreadTab = 'conversation' | 'commits' | 'files';

/** The head of a thread: title, state and basic facts, and for pull requests the tabs. */
export function threadHead(
  {
    thread,
    repo,
    counts,
    branches,
    pushed,
  }: Pick<ThreadPage, 'thread' | 'repo' | 'counts' | 'branches' | 'pushed'>,
  frame: Frame,
  tab: ThreadTab,
): Markup {
  const { kind, title, number, state, author, createdAt, closedAt, pullRequest } = thread;
  const { mergedAt = null } = pullRequest ?? {};
  const lines = counts?.lines ?? null;
  const end =
    mergedAt !== null
      ? html`, merged${byEnder(thread, 'merged', frame)} on ${dateOf(mergedAt)}`
      : closedAt === null
        ? ''
        : html`, closed${byEnder(thread, 'closed', frame)} on ${dateOf(closedAt)}`;
  const path = `${repositoryPath(repo)}/pull/${number}`;
  const branch = (name: string | null | undefined, tip?: string) => {
    const ref = typeof name === 'string' && branches.includes(name) ? name : tip;
    return typeof name !== 'string'
      ? 'an unknown branch'
      : ref === undefined
        ? html`<code>${name}</code>`
        : html`<a href="${codePath('tree', { repo, ref })}"><code>${name}</code></a>`;
  };
  const head = pushed?.commits.at(-1)?.id; // Archives have the commits of branches that are gone.
  return html`<header class="thread-head"><h1 dir="auto">${frame.title(title ?? '')} <span class="number-of">#${number}</span></h1>
<p>${stateBadge({ kind, state, isDraft: pullRequest?.isDraft })} ${personLink(author, frame)} opened ${end === '' ? 'this ' : ''}${onDate(createdAt, frame.nowMs)}${end}</p>
${
  pullRequest === undefined
    ? ''
    : html`<p>From ${branch(pullRequest.headRef, head)}${isBranchDeleted(thread) ? html` <span class="muted">(deleted)</span>` : ''} into ${branch(pullRequest.baseRef)}${lines === null ? '' : html` ${lineCounts(lines.added, lines.removed)}`}</p>
<nav aria-label="Pull request"><ul class="tabs">${TABS.map(({ name, title: word, path: end_ }) => {
        const count = counts?.[name] ?? null;
        return html`<li><a href="${path}${end_}"${name === tab ? html` aria-current="page"` : ''}>${word}${count === null ? '' : html` <span class="count">${countText(count)}</span>`}</a></li>`;
      })}</ul></nav>`
}</header>`;
}

/** Who merged or closed a thread at last, by its event: ` by mira`. */
function byEnder({ timeline }: Thread, event: 'merged' | 'closed', frame: Frame): Markup | string {
  const end = timeline.findLast((entry) => entry.kind === 'event' && entry.event === event);
  return end?.kind === 'event' && end.actor !== null ? html` by ${personLink(end.actor, frame)}` : '';
}

/** Whether the branch of a pull request was deleted and not restored, by its events. */
function isBranchDeleted({ timeline }: Thread): boolean {
  const last = timeline.findLast(
    (entry) =>
      entry.kind === 'event' && (entry.event === 'head_ref_deleted' || entry.event === 'head_ref_restored'),
  );
  return last?.kind === 'event' && last.event === 'head_ref_deleted';
}
