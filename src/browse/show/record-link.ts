import { html } from 'hono/html';
import { referenceText } from '../../store/index.ts';
import type { Frame } from '../frame.ts';
import type { Markup } from '../markup.ts';

/** A record by its url, as `acme/app#7`: a link where the store holds it, and told as outside where it does not. */
export function recordLink(url: string, { links }: Frame): Markup {
  const path = links.local(url);
  const text = referenceText(url);
  return path === undefined
    ? html`<span>${text} <span class="muted small">(not in this archive)</span></span>`
    : html`<a href="${path}">${text}</a>`;
}
