import { html, raw } from 'hono/html';
import type { Markup } from '../frame.ts';

/** A list of facts; those without a value are omitted. */
export function factsList(
  facts: readonly (readonly [name: string, value: Markup | string | number | null | undefined])[],
): Markup | string {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return known.length === 0
    ? ''
    : html`<dl class="facts-list">${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** A note in place of missing content: what is missing, and why. */
export function emptyNote(text: Markup | string): Markup {
  return html`<p class="empty">${text}</p>`;
}

/** A host without a scheme. A name has at most 127 labels (RFC 1035); without a bound, a long text overflows V8's stack. */
const HOST = /^[\w-]+(?:\.[\w-]+){1,126}(?:\/|$)/;

/** An external link; anything but a web address is shown as text. */
export function outwardLink(url: string | null): Markup | string | null {
  if (url === null || url === '') {
    return null;
  }
  const address = /^https?:\/\//i.test(url) ? url : HOST.test(url) ? `https://${url}` : '';
  return URL.canParse(address)
    ? html`<a href="${address}" rel="noreferrer noopener">${breakable(url)}</a>`
    : url;
}

/** An address without its scheme, which may be broken before each dot and after each slash instead of within a word. */
function breakable(url: string): Markup {
  const parts = url.replace(/^https?:\/\//i, '').split(/(?=\.)|(?<=\/)/);
  return html`${parts.map((part, index) => html`${index === 0 ? '' : raw('<wbr>')}${part}`)}`;
}
