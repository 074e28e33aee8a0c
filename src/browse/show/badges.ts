import { html, raw } from 'hono/html';
import type { ListedRelease } from '../../reading/index.ts';
import type { Markup } from '../frame.ts';

/** Icons differ in shape, so that colours are never the only difference. */
const SIGNS: Readonly<Record<string, string>> = {
  open: '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/>',
  closed:
    '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/><path d="M4 12 12 4" stroke="currentColor" stroke-width="2"/>',
  merged:
    '<path d="M3 3v10M3 5c5 0 9 1 9 6" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="12.500" cy="12" r="2.200" fill="currentColor"/>',
  draft:
    '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="2.500 2.200"/>',
  done: '<path d="m3 8.500 3.500 3.500L13 5" fill="none" stroke="currentColor" stroke-width="2"/>',
};

/** The icon of a state, with a text alternative. */
export function stateSign(state: string, isDraft = false): Markup {
  const name = isDraft && state === 'open' ? 'draft' : state;
  return html`<span class="state state-${name}"><svg viewBox="0 0 16 16" role="img" aria-label="${name}">${raw(SIGNS[name] ?? SIGNS['open'] ?? '')}</svg></span>`;
}

/** The icon and name of a state. */
export function stateBadge(state: string, isDraft = false): Markup {
  const name = isDraft && state === 'open' ? 'draft' : state;
  return html`<span class="state state-${name}"><svg viewBox="0 0 16 16" aria-hidden="true">${raw(SIGNS[name] ?? SIGNS['open'] ?? '')}</svg>${name}</span>`;
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

/** Tags of a release: draft, pre-release, latest. */
export function releaseMarks({
  isDraft,
  isPrerelease,
  isLatest,
}: Pick<ListedRelease, 'isDraft' | 'isPrerelease' | 'isLatest'>): Markup {
  return html`${isDraft ? html`<span class="tag">draft</span>` : ''}${isPrerelease ? html`<span class="tag">pre-release</span>` : ''}${isLatest ? html`<span class="tag">latest</span>` : ''}`;
}
