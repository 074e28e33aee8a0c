import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { labelChip } from '../../show/badges.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { type ListPlace, pageOf, pager, pagerLinks } from '../../show/pager.ts';
import { quotedTerm } from '../../show/search-terms.ts';

interface Labels extends ListPlace {
  readonly repo: string;
  readonly labels: ReturnType<Browsing['labels']>;
  readonly uses: ReturnType<Browsing['labelUses']>;
  readonly original: string | null;
}

/** The labels of a repository and how often each is used. */
export const labels = definePage<Labels>({
  read({ store }, request) {
    const repo = requireRepo(store, request.params);
    const { rows, place } = pageOf(store.labels(repo), request);
    return {
      repo,
      labels: rows,
      uses: store.labelUses(repo),
      ...place,
      original: store.repository(repo).url,
    };
  },
  show: ({ repo, labels: rows, uses, count, prevPath, nextPath, original }) => ({
    title: `Labels of ${repo}`,
    place: { repo, tab: 'labels' },
    original: original === null ? undefined : `${original}/labels`,
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>Labels</h1>${
      count === 0
        ? emptyNote('This repository has no labels in the archive.')
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Labels"><table class="grid-table stacked"><caption>${countText(count)} labels, with links to their issues and pull requests</caption><thead><tr><th scope="col">Label</th><th scope="col">Description</th><th scope="col" class="number">Issues</th><th scope="col" class="number">Pull requests</th></tr></thead>
<tbody>${rows.map(({ name, color, description }) => {
            const { issueCount, pullRequestCount } = uses.get(name) ?? { issueCount: 0, pullRequestCount: 0 };
            const href = (list: string, used: number) =>
              used === 0
                ? undefined
                : withQuery(`${repositoryPath(repo)}/${list}`, { q: quotedTerm('label', name) });
            const [issues, pulls] = [href('issues', issueCount), href('pulls', pullRequestCount)];
            return html`<tr><td>${labelChip({ name, color }, issues ?? pulls)}</td><td>${description}</td><td class="number" data-name="Issues">${linkedCount(issueCount, issues)}</td><td class="number" data-name="Pull requests">${linkedCount(pullRequestCount, pulls)}</td></tr>`;
          })}</tbody></table></div>`
    }${pager({ before: prevPath, after: nextPath }, ['Previous', 'Next'])}`,
  }),
});

/** A list without entries is not linked, and not in sites. */
function linkedCount(count: number, href: string | undefined): Markup {
  return href === undefined ? html`${countText(count)}` : html`<a href="${href}">${countText(count)}</a>`;
}

/** Redirects from the address of a label to the issues that have it. */
export const label = definePage<Labels>({
  read({ store }, { params }) {
    const repo = requireRepo(store, params);
    return {
      redirectTo: withQuery(`${repositoryPath(repo)}/issues`, {
        q: quotedTerm('label', params['name'] ?? ''),
      }),
    };
  },
  show: () => ({ title: 'Label', main: html`` }),
});
