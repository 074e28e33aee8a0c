import { html } from 'hono/html';
import { QUALIFIERS } from '../../../search/qualifiers.table.ts';
import { tabsOfRepository } from '../../layout/tabs-of-repository.ts';
import type { PageView } from '../../page.ts';
import { repositoryPath } from '../../paths.ts';
import { SITE_QUALIFIERS } from '../../site/engine/site-filters.ts';
import type { Sources } from '../../sources.ts';
import { examplesOf } from './search-examples.ts';

/** What the page of searches of a site says of it. */
export interface SiteSearchFacts {
  /** The origins of addresses at the service. */
  readonly origins: readonly string[];
  readonly examples: readonly string[];
  /** The lists of each repository, for browsers without scripts. */
  readonly repositories: readonly {
    readonly name: string;
    readonly lists: readonly { readonly title: string; readonly path: string }[];
  }[];
}

/** The others are on the home page. */
const MAX_REPOSITORIES = 100;

/** What the index of a site lacks. */
const UNINDEXED = /\btype:code\b/;

export function readSiteSearchPage({ store }: Pick<Sources, 'store'>): SiteSearchFacts {
  const names = store.repositoryNames().slice(0, MAX_REPOSITORIES);
  return {
    origins: store.origins(),
    examples: examplesOf(store).filter((example) => !UNINDEXED.test(example)),
    repositories: names.map((name) => ({
      name,
      lists: tabsOfRepository(name, store).map(({ title, path }) => ({
        title,
        path: repositoryPath(name) + path,
      })),
    })),
  };
}

/** The page of searches in a site, whose script fills it. */
export function showSiteSearchPage({ origins, examples, repositories }: SiteSearchFacts): PageView {
  return {
    title: 'Search',
    main: html`<h1>Search</h1>
<noscript><p class="hint">Searching this site needs JavaScript, which reads the index from files of the site: no server is asked. Without it, everything is in the lists of each repository:</p>
<ul>${repositories.map(({ name, lists }) => html`<li><strong>${name}</strong>: ${lists.map(({ title, path }, index) => html`${index === 0 ? '' : ' · '}<a href="${path}">${title}</a>`)}</li>`)}</ul>
<p>The <a href="/">home page</a> lists all repositories.</p></noscript>
<form class="filter search-box" action="/-/search" role="search" aria-label="Search the texts of this site" data-suggest="/-/suggest"><label class="unseen" for="search">What to look for</label><input type="search" id="search" name="q" autocomplete="off" data-search-field></form>
<div id="site-results" data-origins="${JSON.stringify(origins)}" data-examples="${JSON.stringify(examples)}"><div role="status"></div><details class="refine" hidden><summary>Refine</summary><div class="facets"></div></details><ol class="rows hits" hidden></ol></div>
${syntax()}`,
    aside: html`<div class="facets"></div>`,
  };
}

/** Where the index of a site answers less than the reader. */
const SUMMARIES: Readonly<Record<string, string>> = {
  is: 'issues, pull requests, or anything in this state: open, closed, merged, draft; closed includes merged',
  type: 'one kind of page: issue, pr, discussion, release, milestone, repository',
  in: 'in:title: the words must be in the title',
  created: 'when it was created',
  sort: 'sort:created or sort:created-asc: newer or older ones first; by default the best match',
};

const EXAMPLES: Readonly<Record<string, string>> = {
  type: 'type:release',
  in: 'in:title parser',
  sort: 'sort:created',
};

function syntax() {
  const rows = Object.entries(QUALIFIERS).filter(([name]) => SITE_QUALIFIERS.includes(name));
  return html`<details class="kept"><summary>What a search can say</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Qualifiers"><table class="grid-table stacked"><caption>Words find titles and texts, also as the beginning of longer ones; AND, OR, NOT, a minus and parentheses work too</caption><tbody>${rows.map(([name, { example, summary }]) => html`<tr><td><code>${EXAMPLES[name] ?? example}</code></td><td>${SUMMARIES[name] ?? summary}</td></tr>`)}</tbody></table></div>
<p class="hint">Code, commits, attached files, reviews, mentions, reactions and older snapshots are only in Satchel’s reader, which has the whole archive.</p></details>`;
}
