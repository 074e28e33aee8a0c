import { html, raw } from 'hono/html';
import type { ListedRelease } from '../../reading/read-releases.ts';
import type { Markup } from '../frame.ts';

const RING = '<circle cx="8" cy="8" r="6.2"/>';
const BRANCH = '<circle cx="4" cy="3" r="1.7"/><circle cx="4" cy="13" r="1.7"/><path d="M4 4.700v6.600"/>';
const FORK = '<circle cx="12" cy="13" r="1.7"/>';

/** Signs differ in shape by kind and state, so that colours are never the only difference. */
const SIGNS: Readonly<Record<string, string>> = {
  'issue-open': `${RING}<circle cx="8" cy="8" r="1.400" fill="currentColor"/>`,
  'issue-closed': `${RING}<path d="m5.200 8.200 2 2 3.600-4"/>`,
  'pull-open': `${BRANCH}${FORK}<path d="M12 11.300V7Q12 3.500 8 3.500m2-2-2 2 2 2"/>`,
  'pull-draft': `${BRANCH}${FORK}<path d="M12 11.300V7Q12 3.500 8 3.500" stroke-dasharray="1.600 1.600"/>`,
  'pull-closed': `${BRANCH}${FORK}<path d="M12 11.300V7.500M10 1.500l4 4m0-4-4 4"/>`,
  'pull-merged': `${BRANCH}<circle cx="12" cy="8.500" r="1.700"/><path d="M4 4.700Q4.500 8.500 10.300 8.500"/>`,
  'discussion-open': '<path d="M1.800 2.800h12.400v8H8l-3.200 3v-3h-3z"/>',
  'milestone-open': RING,
  'milestone-closed': `${RING}<path d="m5.200 8.200 2 2 3.600-4"/>`,
  release: '<path d="M2 2.500h5.500l6.500 6.500-5 5-7-7z"/><circle cx="5" cy="5.500" r=".6"/>',
  comment: '<path d="M3 13.800v-3A5 5 0 1 1 6 12.300z"/>',
  check: '<path d="M3 2.500 13 8 3 13.500z"/>',
  commit: '<circle cx="8" cy="8" r="2.6"/><path d="M1.500 8h3.900M10.600 8h3.900"/>',
  invitation:
    '<circle cx="6.500" cy="5" r="2.500"/><path d="M1.500 14q.5-5 5-5 2.500 0 4 2M12.500 6v5M10 8.500h5"/>',
  alert: '<path d="M8 1.800 13.500 4v4q0 4-5.500 6.300Q2.500 12 2.500 8V4zM8 5v3.500m0 2v.8"/>',
  notice: '<path d="M3.500 11.500V7a4.500 4.500 0 0 1 9 0v4.500zM6.500 14h3"/>',
  repository:
    '<path d="M3.500 12.500v-9q0-1.500 1.500-1.500h7.500v12H5q-1.500 0-1.500-1.500t1.500-1.500h7.500"/>',
  review: '<path d="M1.300 8Q8 .5 14.700 8 8 15.500 1.300 8z"/><circle cx="8" cy="8" r="1.800"/>',
};

/** A thing with a state: an issue, pull request, discussion or milestone. */
export interface Stateful {
  readonly kind: string;
  /** open, closed, merged or draft. */
  readonly state: string;
  readonly isDraft?: boolean | undefined;
}

/** Names the state and the kind: `merged pull request`. */
export function stateWords({ kind, state, isDraft }: Stateful): string {
  return kind === 'discussion' ? kind : `${stateOf({ kind, state, isDraft })} ${kind.replace('_', ' ')}`;
}

/** The sign of a kind and state, with a text alternative; kinds without states have a decorative sign, or none. */
export function stateSign(thing: Stateful): Markup {
  const stateless = SIGNS[/[a-z]+$/.exec(thing.kind)?.[0] ?? ''];
  if (stateless !== undefined) {
    return html`<span class="state muted">${svgOf(stateless, html`aria-hidden="true"`)}</span>`;
  }
  return html`<span class="state state-${stateClass(thing)}">${drawing(thing, html`role="img" aria-label="${stateWords(thing)}"`)}</span>`;
}

/** The sign of a kind alone, where its state is unknown. */
export function kindSign(kind: string): Markup {
  const sign = SIGNS[kind] ?? SIGNS[`${kind === 'pull_request' ? 'pull' : kind}-open`];
  return html`<span class="state muted">${sign === undefined ? '' : svgOf(sign, html`aria-hidden="true"`)}</span>`;
}

/** The sign and name of a state. */
export function stateBadge(thing: Stateful): Markup {
  return html`<span class="state state-${stateClass(thing)}">${drawing(thing, html`aria-hidden="true"`)}${stateOf(thing)}</span>`;
}

/** A pull request that was closed without a merge has a colour of its own. */
function stateClass(thing: Stateful): string {
  const state = stateOf(thing);
  return state === 'closed' && thing.kind === 'pull_request' ? 'closed unmerged' : state;
}

function stateOf({ state, isDraft }: Stateful): string {
  return isDraft === true && state === 'open' ? 'draft' : state;
}

function drawing(thing: Stateful, attributes: Markup): Markup | string {
  const kind = thing.kind === 'pull_request' ? 'pull' : thing.kind;
  const sign = SIGNS[`${kind}-${stateOf(thing)}`] ?? SIGNS[kind];
  return sign === undefined ? '' : svgOf(sign, attributes);
}

function svgOf(sign: string, attributes: Markup): Markup {
  return html`<svg viewBox="0 0 16 16" ${attributes}>${raw(sign)}</svg>`;
}

interface ShownLabel {
  readonly name: string;
  readonly color: string | null;
}

/**
 * The colour of a label as a dot next to its name: the name keeps the text colour, so that it is readable with any
 * label colour. As an SVG attribute, the colour needs no inline style.
 */
export function labelDot(color: string | null): Markup | string {
  return color === null || !/^[0-9a-f]{6}$/i.test(color)
    ? ''
    : html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4.5" fill="#${color}" stroke="currentColor" stroke-opacity=".35"/></svg>`;
}

/** A label; `href` links to everything that has it. */
export function labelChip({ name, color }: ShownLabel, href?: string): Markup {
  return href === undefined
    ? html`<span class="label">${labelDot(color)}${name}</span>`
    : html`<a class="label" href="${href}">${labelDot(color)}${name}</a>`;
}

/** The colours of those of a repository's labels that have one of these names. */
export function coloursOf(
  labels: readonly ShownLabel[],
  names: readonly (string | null)[],
): Readonly<Record<string, string | null>> {
  const wanted = new Set(names);
  return Object.fromEntries(
    labels.filter(({ name }) => wanted.has(name)).map(({ name, color }) => [name, color]),
  );
}

/** Tags of a release: draft, pre-release, latest. */
export function releaseMarks({
  isDraft,
  isPrerelease,
  isLatest,
}: Pick<ListedRelease, 'isDraft' | 'isPrerelease' | 'isLatest'>): Markup {
  return html`${isDraft ? html`<span class="tag">draft</span>` : ''}${isPrerelease ? html`<span class="tag">pre-release</span>` : ''}${isLatest ? html`<span class="tag good">latest</span>` : ''}`;
}
