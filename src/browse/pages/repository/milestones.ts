import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { definePage, requireRepo } from '../../page.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { stateSign } from '../../show/badges.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { type ListPlace, pageOf, pager, pagerLinks } from '../../show/pager.ts';
import { dateOf } from '../../show/times.ts';
import { readVanished, type Vanished, vanishedList } from '../../show/vanished-list.ts';
import { quotedTerm } from '../threads/facet-list.ts';

interface Milestones extends ListPlace {
  readonly repo: string;
  readonly milestones: ReturnType<Browsing['milestones']>;
  readonly original: string | null;
  readonly vanished: readonly Vanished[];
}

/** The milestones of a repository and their progress. */
export const milestones = definePage<Milestones>({
  read({ store }, request) {
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
      vanished: place.offset === 0 ? readVanished(store, repo, 'milestone') : [],
    };
  },
  show: ({ repo, milestones: rows, count, prevPath, nextPath, original, vanished }, frame) => ({
    title: `Milestones of ${repo}`,
    place: { repo, tab: 'milestones' },
    original: original === null ? undefined : `${original}/milestones`,
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>Milestones</h1>${
      count === 0
        ? emptyNote('The archive contains no milestones of this repository.')
        : html`<ol class="rows">${rows.map(
            ({ title, state, description, dueOn, openCount, closedCount, number, closedAt }) => {
              const total = openCount + closedCount;
              const q = quotedTerm('milestone', title ?? '');
              return html`<li id="milestone-${number}">${stateSign({ kind: 'milestone', state: state ?? 'open' })}<div><a class="title" href="${withQuery(`${repositoryPath(repo)}/issues`, { q })}">${title}</a>${description === null || description === '' ? '' : frame.markdown(description, { repo })}</div>
<span class="end progress">${total === 0 ? 'nothing in it' : html`<meter class="meter" min="0" max="${total}" value="${closedCount}" aria-label="closed">${closedCount} of ${total}</meter>${closedCount} of ${total} closed`}</span>
<span class="facts"><span>${closedAt === null ? (dueOn === null ? 'no due date' : html`due ${dateOf(dueOn)}`) : html`closed ${dateOf(closedAt)}`}</span>${openCount === 0 ? '' : html`<span>${countText(openCount)} open</span>`}<a href="${withQuery(`${repositoryPath(repo)}/pulls`, { q })}">Pull requests</a></span></li>`;
            },
          )}</ol>`
    }${pager({ before: prevPath, after: nextPath }, ['Previous', 'Next'])}${vanishedList(vanished)}`,
  }),
});

/** Redirects from the address of a milestone to its issues. */
export const milestone = definePage<Milestones>({
  read({ store }, { params }) {
    const repo = requireRepo(store, params);
    const found = store.milestones(repo).find(({ number }) => String(number) === params['number']);
    const path = repositoryPath(repo);
    return {
      redirectTo:
        found === undefined
          ? `${path}/milestones`
          : withQuery(`${path}/issues`, { q: quotedTerm('milestone', found.title ?? '') }),
    };
  },
  show: () => ({ title: 'Milestone', main: html`` }),
});
