import { html } from 'hono/html';
import type { Frame } from '../frame.ts';
import type { Markup } from '../markup.ts';

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
