import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { withQuery } from '../../paths.ts';
import { labelDot } from '../../show/badges.ts';
import { countText } from '../../show/counts.ts';
import { toggleTerm } from '../../show/search-terms.ts';

type Facets = Awaited<ReturnType<Browsing['facets']>>;

interface FacetPlace {
  /** The colours of labels. */
  readonly colours?: Readonly<Record<string, string | null>>;
  readonly path: string;
  readonly search: string;
}

/** The heading of each facet, and the qualifier that selects its values. */
const FACETS = {
  label: { title: 'Labels', term: 'label' },
  author: { title: 'Authors', term: 'author' },
  assignee: { title: 'Assigned to', term: 'assignee' },
  milestone: { title: 'Milestones', term: 'milestone' },
  year: { title: 'Opened in', term: 'created' },
} as const;

/**
 * The facets of a page above its list, folded, for narrow windows; wide ones have them in a column of their own. Both are in the page,
 * because only a script could move them.
 */
export function foldedFacets(facets: Markup | string): Markup | string {
  return facets === ''
    ? ''
    : html`<details class="refine" data-control><summary>Refine</summary>${facets}</details>`;
}

/** Links that add a facet value to the search, or remove it if it is already there. */
export function facetList({ facets, isComplete }: Facets, place: FacetPlace): Markup {
  const shown = facets.flatMap(({ name, values }) =>
    name === 'state' || values.length === 0
      ? []
      : [
          {
            ...FACETS[name],
            values:
              name === 'label'
                ? values.map((one) => ({ ...one, color: place.colours?.[one.value] }))
                : values,
          },
        ],
  );
  return html`${shown.map((group) => facetGroup(group, place))}${isComplete ? '' : html`<p class="muted small">The counts cover only a part of this long list.</p>`}`;
}

interface FacetGroup {
  readonly title: string;
  /** The qualifier that selects the values. */
  readonly term: string;
  readonly values: readonly FacetValue[];
}

interface FacetValue {
  readonly value: string;
  /** What is shown for the value, if it differs. */
  readonly text?: string | undefined;
  /** Of a label. */
  readonly color?: string | null | undefined;
  /** Absent if it is not known. */
  readonly count?: number;
  /** Whether there may be more than counted. */
  readonly isMore?: boolean;
}

/** The values of one facet below their heading: links that add them to the search, or remove them. */
export function facetGroup({ title, term, values }: FacetGroup, place: FacetPlace): Markup | string {
  return facetSection(
    title,
    values.map(({ value, text = value, ...shown }) => {
      const { isChosen, search } = toggleTerm(place.search, term, value);
      return { ...shown, text, isChosen, href: withQuery(place.path, { q: search || ' ' }) };
    }),
  );
}

interface FacetLink extends Omit<FacetValue, 'value'> {
  readonly text: string;
  readonly href: string;
  readonly isChosen: boolean;
}

/** Links that narrow a list, below their heading; nothing if there are none. */
export function facetSection(title: string, links: readonly FacetLink[]): Markup | string {
  return links.length === 0
    ? ''
    : html`<section data-control><h2>${title}</h2><ul>${links.map(
        ({ text, href, isChosen, color = null, count, isMore }) =>
          html`<li data-control><a href="${href}"${isChosen ? html` aria-current="true"` : ''} title="${text}">${labelDot(color)}<span>${text}</span></a>${count === undefined ? '' : html`<span class="count">${countText(count)}${isMore === true ? '+' : ''}</span>`}</li>`,
      )}</ul></section>`;
}
