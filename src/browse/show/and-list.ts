import { html } from 'hono/html';
import type { Markup } from '../frame.ts';

/** A list of parts within a sentence: `a, b and c`. */
export function andList(parts: readonly (Markup | string)[]): Markup {
  return html`${parts.map((part, index) => html`${index === 0 ? '' : index === parts.length - 1 ? ' and ' : ', '}${part}`)}`;
}
