import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

interface ShownLabel {
  readonly name: string;
  readonly color: string | null;
}

/**
 * The colour of a label as a dot beside its name: the name keeps the colour of texts, so that it can be read whatever
 * colour people chose. As an attribute of a drawing it needs no inline style.
 */
export function labelDot(color: string | null): Markup | string {
  return color === null || !/^[0-9a-f]{6}$/i.test(color)
    ? ''
    : html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4.5" fill="#${color}" stroke="currentColor" stroke-opacity=".35"/></svg>`;
}

/** A label; `href` leads to what has it. */
export function labelChip({ name, color }: ShownLabel, href?: string): Markup {
  return href === undefined
    ? html`<span class="label">${labelDot(color)}${name}</span>`
    : html`<a class="label" href="${href}">${labelDot(color)}${name}</a>`;
}
