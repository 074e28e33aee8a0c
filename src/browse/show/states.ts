import { html, raw } from 'hono/html';
import type { Markup } from '../markup.ts';

/** Signs differ in form, so that nobody needs to tell their colours apart. */
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

/** The sign of a state, in words only for those who do not see it. */
export function stateSign(state: string, isDraft = false): Markup {
  const name = isDraft && state === 'open' ? 'draft' : state;
  return html`<span class="state state-${name}"><svg viewBox="0 0 16 16" role="img" aria-label="${name}">${raw(SIGNS[name] ?? SIGNS['open'] ?? '')}</svg></span>`;
}

/** A state as its sign and its word. */
export function stateBadge(state: string, isDraft = false): Markup {
  const name = isDraft && state === 'open' ? 'draft' : state;
  return html`<span class="state state-${name}"><svg viewBox="0 0 16 16" aria-hidden="true">${raw(SIGNS[name] ?? SIGNS['open'] ?? '')}</svg>${name}</span>`;
}
