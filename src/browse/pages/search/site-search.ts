import { html } from 'hono/html';
import { capitalized, joinWords } from '../../../base/text-ends.ts';
import { CAPTURE_NAMES, type CaptureName } from '../../../model/captures.table.ts';
import { QUALIFIERS } from '../../../search/qualifiers.table.ts';
import type { Markup } from '../../frame.ts';
import { tabsOfRepository } from '../../layout/tabs-of-repository.ts';
import type { PageView } from '../../page.ts';
import { repositoryPath } from '../../paths.ts';
import { SITE_QUALIFIERS } from '../../site/engine/site-filters.ts';
import type { Sources } from '../../sources.ts';
import { qualifierExamples } from './qualifier-examples.ts';
import { examplesOf } from './search-examples.ts';

/** What the page of searches of a site says of it. */
export interface SiteSearchFacts {
  /** The origins of addresses at the service. */
  readonly origins: readonly string[];
  readonly examples: readonly string[];
  /** Kinds of records from the service's API that the store has and a site lacks. */
  readonly captured: readonly CaptureName[];
  /** An example of each qualifier that finds something in this site, by its name. */
  readonly qualifiers: Readonly<Record<string, string>>;
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

export async function readSiteSearchPage({ store }: Pick<Sources, 'store'>): Promise<SiteSearchFacts> {
  const names = store.repositoryNames().slice(0, MAX_REPOSITORIES);
  return {
    origins: store.origins(),
    examples: examplesOf(store).filter((example) => !UNINDEXED.test(example)),
    captured: capturedKinds(store),
    qualifiers: await qualifierExamples(store),
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
export function showSiteSearchPage({
  origins,
  examples,
  captured,
  qualifiers,
  repositories,
}: SiteSearchFacts): PageView {
  return {
    title: 'Search',
    main: html`<h1>Search</h1>
<noscript><p class="hint">Searching this site needs JavaScript, which reads the index from files of the site: no server is asked. Without it, everything is in the lists of each repository:</p>
<ul>${repositories.map(({ name, lists }) => html`<li><strong>${name}</strong>: ${lists.map(({ title, path }, index) => html`${index === 0 ? '' : ' · '}<a href="${path}">${title}</a>`)}</li>`)}</ul>
<p>The <a href="/">home page</a> lists all repositories.</p></noscript>
<form class="filter search-box" action="/-/search" role="search" aria-label="Search the texts of this site" data-suggest="/-/suggest"><label class="unseen" for="search">What to look for</label><input type="search" id="search" name="q" autocomplete="off" data-search-field><button>Search</button></form>
<div id="site-results" data-origins="${JSON.stringify(origins)}" data-examples="${JSON.stringify(examples)}" data-unsearched="${joinWords(captured)}"><div role="status"></div><details class="refine" hidden><summary>Refine</summary><div class="facets"></div></details><ol class="rows hits" hidden></ol></div>
${syntax({ qualifiers, captured })}`,
    aside: html`<div class="facets"></div>`,
  };
}

/** The kinds of captured records that a store has, and that sites lack. */
export function capturedKinds(store: Sources['store']): readonly CaptureName[] {
  const counts = store.capturedCounts();
  return CAPTURE_NAMES.filter((kind) => counts[kind] > 0);
}

/** Where the index of a site answers less than the reader. */
const SUMMARIES: Readonly<Record<string, string>> = {
  is: 'issues, pull requests, or anything in this state: open, closed, merged, draft; closed includes merged',
  type: 'one kind of page: issue, pr, discussion, release, milestone, repository, wiki, person, organization',
  in: 'in:title: the words must be in the title',
  created: 'when it was created',
  sort: 'sort:newest or sort:oldest: newer or older ones first; by default the best match',
};

function syntax({
  qualifiers: examples,
  captured,
}: Pick<SiteSearchFacts, 'qualifiers' | 'captured'>): Markup {
  const rows = Object.entries(QUALIFIERS).flatMap(([name, { summary }]) =>
    examples[name] === undefined || !SITE_QUALIFIERS.includes(name)
      ? []
      : [[name, examples[name], SUMMARIES[name] ?? summary]],
  );
  return html`<details class="kept"><summary>Search syntax</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Qualifiers"><table class="grid-table stacked"><caption>Words find titles and texts, also as the beginning of longer ones; AND, OR, NOT, a minus and parentheses work too</caption><tbody>${rows.map(([name, example, summary]) => html`<tr data-example="${name}"><td><code>${example}</code></td><td>${summary}</td></tr>`)}</tbody></table></div>
<p class="hint">What reviewers wrote is found with its pull request, and the id of a commit opens its page. The texts of commits, code and attached files are not searched, though many have pages in this site.${captured.length === 0 ? '' : ` ${capitalized(joinWords(captured))} are not in this site.`} Mentions, reactions and older snapshots can be searched only in Satchel’s reader, which has the whole archive.</p></details>`;
}
