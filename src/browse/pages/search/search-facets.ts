import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { HitCounts, HitFacetName } from '../../../search/count-hits.ts';
import type { Markup } from '../../frame.ts';
import { coloursOf } from '../../show/badges.ts';
import { facetGroup } from '../threads/facet-list.ts';
import { KEPT, KEPT_KINDS } from './kept-rows.ts';
import type { KeptHits } from './read-kept.ts';

interface Counted {
  readonly query: string;
  readonly counts: HitCounts | null;
  readonly kept: KeptHits;
  readonly labelColours: Readonly<Record<string, string | null>>;
}

/** The heading of each facet, and the qualifier that selects its values. */
const FACETS: Readonly<Record<HitFacetName, { readonly title: string; readonly term: string }>> = {
  type: { title: 'Kinds', term: 'type' },
  repo: { title: 'Repositories', term: 'repo' },
  state: { title: 'States', term: 'state' },
  author: { title: 'Authors', term: 'author' },
  label: { title: 'Labels', term: 'label' },
  year: { title: 'Years', term: 'created' },
};

/** The states that a search can ask for. */
const STATES: ReadonlySet<string> = new Set(['open', 'closed', 'merged']);

/** The names of kinds whose qualifier does not say it. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  pr: 'pull request',
  ...Object.fromEntries(KEPT_KINDS.map((kind) => [KEPT[kind].type, KEPT[kind].one])),
};

/** The kinds to offer while the counts are not known. */
const TYPES = ['issue', 'pr', 'discussion', 'release', 'milestone', 'repository', 'comment', 'file'];

/** Links that narrow a search to the values of a property, with the number of hits. */
export function searchFacets({ query, counts, kept, labelColours }: Counted): Markup {
  const place = { path: '/-/search', search: query };
  const groups = (
    counts?.facets ?? ([{ name: 'type', values: TYPES.map((value) => ({ value })) }] as const)
  ).map(({ name, values }) => ({
    ...FACETS[name],
    values: [
      ...values.filter(({ value }) => name !== 'state' || STATES.has(value)),
      ...(name === 'type' ? keptValues(kept) : []),
    ]
      .toSorted((one, other) => (name === 'year' ? other.value.localeCompare(one.value) : 0))
      .map((one) =>
        name === 'type'
          ? { ...one, text: KIND_WORDS[one.value] }
          : name === 'label'
            ? { ...one, color: labelColours[one.value] }
            : one,
      ),
  }));
  return html`<div class="facets">${groups.map((group) => facetGroup(group, place))}${
    counts === null || counts.isComplete
      ? ''
      : html`<p class="muted small">The counts cover only a part of the hits.</p>`
  }</div>`;
}

/** The repositories whose labels are read: those with the most hits. */
const MAX_REPOS = 5;

/** The colours of the labels among the facets. Repositories may give a name different ones: the first with hits decides. */
export function coloursOfHits(
  store: Pick<Browsing, 'labels'>,
  counts: HitCounts | undefined,
): Counted['labelColours'] {
  const valuesOf = (facet: HitFacetName) =>
    counts?.facets.find(({ name }) => name === facet)?.values.map(({ value }) => value) ?? [];
  const names = valuesOf('label');
  const repos = names.length === 0 ? [] : valuesOf('repo').slice(0, MAX_REPOS);
  return Object.assign({}, ...repos.map((repo) => coloursOf(store.labels(repo), names)).reverse());
}

function keptValues(kept: KeptHits) {
  return KEPT_KINDS.flatMap((kind) => {
    const { hits, isComplete } = kept[kind];
    return hits.length === 0 ? [] : [{ value: KEPT[kind].type, count: hits.length, isMore: !isComplete }];
  });
}
