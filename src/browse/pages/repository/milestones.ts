import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { stateSign } from '../../show/badges.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { type ListPlace, pageOf, pager, pagerLinks } from '../../show/pager.ts';
import { quotedTerm } from '../../show/search-terms.ts';
import { dateOf } from '../../show/times.ts';
import { readVanished, type Vanished, vanishedList } from '../../show/vanished-list.ts';

interface Milestones extends ListPlace {
  readonly repo: string;
  readonly milestones: ReturnType<Browsing['milestones']>;
  readonly original: string | null;
  readonly isSite: boolean;
  readonly vanished: readonly Vanished[];
}

/** The milestones of a repository and their progress. */
export const milestones = definePage<Milestones>({
  read({ store, isSite }, request) {
    const repo = requireRepo(store, request.params);
    const { rows, place } = pageOf(
      store.remember(`milestones ${repo}`, () => store.milestones(repo)),
      request,
    );
    return {
      repo,
      milestones: rows,
      ...place,
      original: store.repository(repo).url,
      isSite,
      vanished: place.offset === 0 ? readVanished(store, repo, 'milestone') : [],
    };
  },
  show: ({ repo, milestones: rows, count, prevPath, nextPath, original, isSite, vanished }, frame) => ({
    title: `Milestones of ${repo}`,
    place: { repo, tab: 'milestones' },
    original: original === null ? undefined : `${original}/milestones`,
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>Milestones</h1>${
      count === 0
        ? emptyNote('The archive contains no milestones of this repository.')
        : html`<ol class="rows">${rows.map((one) => {
            const { title, state, description, dueOn, openCount, closedCount, number, closedAt } = one;
            const total = openCount + closedCount;
            const href = pathOf(repo, one, isSite);
            return html`<li id="milestone-${number}">${stateSign({ kind: 'milestone', state: state ?? 'open' })}<div><a class="title" href="${href}">${title}</a>${description === null || description === '' ? '' : frame.markdown(description, { repo })}</div>
<span class="end progress">${total === 0 ? 'nothing in it' : html`<meter class="meter" min="0" max="${total}" value="${closedCount}" aria-label="closed">${closedCount} of ${total}</meter>${closedCount} of ${total} closed`}</span>
<span class="facts"><span>${closedAt === null ? (dueOn === null ? 'no due date' : html`due ${dateOf(dueOn)}`) : html`closed ${dateOf(closedAt)}`}</span>${partsOf(repo, one)}</span></li>`;
          })}</ol>`
    }${pager({ before: prevPath, after: nextPath }, ['Previous', 'Next'])}${vanishedList(vanished)}`,
  }),
});

type Listed = Milestones['milestones'][number];

/**
 * Where a milestone leads: to a search of all that is in it, or to the list that has all of it. Sites cannot search by milestone:
 * there it is the list of its issues.
 */
function pathOf(repo: string, milestone: Listed, isSite: boolean): string {
  const { openCount, closedCount, openPullRequestCount, closedPullRequestCount, title } = milestone;
  const pullRequests = openPullRequestCount + closedPullRequestCount;
  const issues = openCount + closedCount - pullRequests;
  const term = quotedTerm('milestone', title ?? '');
  return issues > 0 && pullRequests > 0 && !isSite
    ? withQuery('/-/search', { q: `repo:${repo} ${term}` })
    : withQuery(`${repositoryPath(repo)}/${issues === 0 && pullRequests > 0 ? 'pulls' : 'issues'}`, {
        q: term,
      });
}

/** What is in a milestone: its open and closed issues, then its pull requests. */
function partsOf(repo: string, milestone: Listed): readonly Markup[] {
  const { openCount, closedCount, openPullRequestCount, closedPullRequestCount, title } = milestone;
  const rows = [
    ['issues', 'open', 'issue', openCount - openPullRequestCount],
    ['issues', 'closed', 'issue', closedCount - closedPullRequestCount],
    ['pulls', 'open', 'pull request', openPullRequestCount],
    ['pulls', 'closed', 'pull request', closedPullRequestCount],
  ] as const;
  return rows.flatMap(([list, state, what, count]) => {
    const q = `is:${state} ${quotedTerm('milestone', title ?? '')}`;
    const href = withQuery(`${repositoryPath(repo)}/${list}`, { q });
    return count === 0
      ? []
      : [html`<span><a href="${href}">${countOf(count, `${state} ${what}`)}</a></span>`];
  });
}

/** Redirects from the address of a milestone to what is in it. */
export const milestone = definePage<Milestones>({
  read({ store, isSite }, { params }) {
    const repo = requireRepo(store, params);
    const found = store.milestones(repo).find(({ number }) => String(number) === params['number']);
    const path = repositoryPath(repo);
    return {
      redirectTo: found === undefined ? `${path}/milestones` : pathOf(repo, found, isSite),
    };
  },
  show: () => ({ title: 'Milestone', main: html`` }),
});
