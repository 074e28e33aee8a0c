import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { milestonePath, repositoryPath, withQuery } from '../../paths.ts';
import { stateSign } from '../../show/badges.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { type ListPlace, pageOf, pager, pagerLinks } from '../../show/pager.ts';
import { quotedTerm } from '../../show/search-terms.ts';
import { dateOf } from '../../show/times.ts';
import { readVanished, type Vanished, vanishedList } from '../../show/vanished-list.ts';

export type ListedMilestone = ReturnType<Browsing['milestones']>[number];

interface Milestones extends ListPlace {
  readonly repo: string;
  readonly milestones: readonly ListedMilestone[];
  /** The state of those that are listed: open by default, if any are; null for all. */
  readonly state: 'open' | 'closed' | null;
  /** When the archive was exported; null if that is unknown. */
  readonly exportedAt: string | null;
  readonly openCount: number;
  readonly closedCount: number;
  readonly original: string | null;
  readonly vanished: readonly Vanished[];
}

/** The milestones of a repository and their progress. */
export const milestones = definePage<Milestones>({
  read({ store }, request) {
    const repo = requireRepo(store, request.params);
    const all = store.milestones(repo);
    const isClosed = ({ state }: ListedMilestone) => state === 'closed';
    const closedCount = all.filter(isClosed).length;
    const openCount = all.length - closedCount;
    const asked = request.query.get('state') ?? (openCount === 0 ? 'all' : 'open');
    const state = asked === 'open' || asked === 'closed' ? asked : null;
    const chosen = state === null ? all : all.filter((one) => isClosed(one) === (state === 'closed'));
    const { rows, place } = pageOf(chosen, request);
    return {
      repo,
      milestones: rows,
      ...{ state, closedCount, openCount, exportedAt: store.snapshots().at(-1)?.takenAt ?? null },
      ...place,
      original: store.repository(repo).url,
      vanished: place.offset === 0 ? readVanished(store, repo, 'milestone') : [],
    };
  },
  show: ({ repo, milestones: rows, count, prevPath, nextPath, original, vanished, ...facts }, frame) => ({
    title: `Milestones of ${repo}`,
    place: { repo, tab: 'milestones' },
    original: original === null ? undefined : `${original}/milestones`,
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>Milestones</h1>${stateLinks(repo, facts)}${
      count === 0
        ? emptyNote(
            `The archive contains no ${facts.state === null ? '' : `${facts.state} `}milestones of this repository.`,
          )
        : html`<ol class="rows">${rows.map((one) => {
            const { title, state, description, number } = one;
            const name = html`<bdi>${title}</bdi>`;
            return html`<li id="milestone-${number}">${stateSign({ kind: 'milestone', state: state ?? 'open' })}<div>${number === null ? html`<strong class="title">${name}</strong>` : html`<a class="title" href="${milestonePath(repo, number)}">${name}</a>`}${description === null || description === '' ? '' : frame.markdown(description, { repo })}</div>
<span class="end progress">${progressOf(one)}</span>
<span class="facts"><span>${whenDone(one)}${overdueMark(one, facts.exportedAt)}</span>${partsOf(repo, one)}</span></li>`;
          })}</ol>`
    }${pager({ before: prevPath, after: nextPath }, ['Previous', 'Next'])}${vanishedList(vanished)}`,
  }),
});

/** Ways to those that are open, those that are closed, and all. */
function stateLinks(
  repo: string,
  { state, openCount, closedCount }: Pick<Milestones, 'state' | 'openCount' | 'closedCount'>,
): Markup | string {
  const link = (to: Milestones['state'], words: string) => {
    const isDefault = to === (openCount === 0 ? null : 'open');
    const href = withQuery(`${repositoryPath(repo)}/milestones`, isDefault ? {} : { state: to ?? 'all' });
    return html`<a data-control href="${href}"${to === state ? html` aria-current="true"` : ''}>${words}</a>`;
  };
  return openCount + closedCount === 0
    ? ''
    : html`<div class="states" data-control>${link('open', `${countText(openCount)} open`)}${link('closed', `${countText(closedCount)} closed`)}${link(null, 'all')}</div>`;
}

/** How much of a milestone is closed, as a bar and in words. */
export function progressOf({ openCount, closedCount }: ListedMilestone): Markup {
  const total = openCount + closedCount;
  return total === 0
    ? html`nothing in it`
    : html`<meter class="meter" min="0" max="${total}" value="${closedCount}" aria-label="closed">${closedCount} of ${total}</meter>${closedCount} of ${total} closed`;
}

/** When it was closed, or is due. */
export function whenDone({ closedAt, dueOn }: ListedMilestone): Markup {
  return closedAt !== null
    ? html`closed ${dateOf(closedAt)}`
    : dueOn !== null
      ? html`due ${dateOf(dueOn)}`
      : html`no due date`;
}

/** Says of an open milestone that it was due before the archive was exported. */
export function overdueMark(
  { closedAt, dueOn }: ListedMilestone,
  exportedAt: string | null,
): Markup | string {
  const isOverdue =
    closedAt === null &&
    dueOn !== null &&
    exportedAt !== null &&
    dueOn.slice(0, 10) < exportedAt.slice(0, 10);
  return isOverdue ? html` <span class="tag warn">overdue</span>` : '';
}

/** What is in a milestone, each kind and state with a link to the list of it. */
export function partsOf(repo: string, milestone: ListedMilestone): readonly Markup[] {
  const { openCount, closedCount, openPullRequestCount, closedPullRequestCount, title } = milestone;
  const { mergedPullRequestCount } = milestone;
  const rows = [
    ['issues', 'is:open', 'open issue', openCount - openPullRequestCount],
    ['issues', 'is:closed', 'closed issue', closedCount - closedPullRequestCount],
    ['pulls', 'is:open', 'open pull request', openPullRequestCount],
    ['pulls', 'is:merged', 'merged pull request', mergedPullRequestCount],
    [
      'pulls',
      'state:closed -is:merged',
      'closed pull request',
      closedPullRequestCount - mergedPullRequestCount,
    ],
  ] as const;
  return rows.flatMap(([list, states, what, count]) => {
    const q = `${states} ${quotedTerm('milestone', title ?? '')}`;
    const href = withQuery(`${repositoryPath(repo)}/${list}`, { q });
    return count === 0 ? [] : [html`<span><a href="${href}">${countOf(count, what)}</a></span>`];
  });
}
