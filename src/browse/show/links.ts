import { html } from 'hono/html';
import { referenceText } from '../../reading/index.ts';
import type { Frame, Markup } from '../frame.ts';

/** A login, linked to the person's page if the store has one; deleted accounts are shown as ghost. */
export function personLink(login: string | null | undefined, { links }: Frame): Markup {
  if (login === null || login === undefined) {
    return html`<span class="who">ghost</span>`;
  }
  const path = links.account(login);
  return path === undefined
    ? html`<span class="who">${login}</span>`
    : html`<a class="who" href="${path}">${login}</a>`;
}

/** A record as `acme/app#7`; comments and reviews are named after their thread. */
export function recordName(url: string): string {
  return referenceText(
    url.replace(/#(?<=\/\d+(?:\/files)?#)[a-z][\w-]*$/, '').replace(/\/files(?<=\/\d+\/files)$/, ''),
  );
}

/** A record as `acme/app#7`: linked if the store contains it, otherwise with a note that it does not. */
export function recordLink(url: string, { links }: Frame): Markup {
  const path = links.local(url);
  const text = recordName(url);
  return path === undefined
    ? html`<span>${text} <span class="muted small">(not in this archive)</span></span>`
    : html`<a href="${path}">${text}</a>`;
}
