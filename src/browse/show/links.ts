import { html } from 'hono/html';
import { referenceText } from '../../reading/index.ts';
import type { Frame, Markup } from '../frame.ts';

/** A person by login, leading to their page where the store knows them; deleted accounts are called ghost. */
export function personLink(login: string | null | undefined, { links }: Frame): Markup {
  if (login === null || login === undefined) {
    return html`<span class="who">ghost</span>`;
  }
  const path = links.account(login);
  return path === undefined
    ? html`<span class="who">${login}</span>`
    : html`<a class="who" href="${path}">${login}</a>`;
}

/** A record by its url, as `acme/app#7`; what was said in a thread is told by the thread. */
export function recordName(url: string): string {
  return referenceText(
    url.replace(/#(?<=\/\d+(?:\/files)?#)[a-z][\w-]*$/, '').replace(/\/files(?<=\/\d+\/files)$/, ''),
  );
}

/** A record by its url, as `acme/app#7`: a link where the store holds it, and told as outside where it does not. */
export function recordLink(url: string, { links }: Frame): Markup {
  const path = links.local(url);
  const text = recordName(url);
  return path === undefined
    ? html`<span>${text} <span class="muted small">(not in this archive)</span></span>`
    : html`<a href="${path}">${text}</a>`;
}
