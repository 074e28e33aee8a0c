import { html } from 'hono/html';
import { referenceText } from '../../reading/markdown-text.ts';
import type { Browsing } from '../../reading/open-browsing.ts';
import type { Markup } from '../frame.ts';
import { withQuery } from '../paths.ts';

/** A listed record of an older snapshot that is missing from the newest one. */
export interface Vanished {
  readonly url: string;
  readonly title: string;
  /** When it was deleted: `between 12 and 19 May 2026`. */
  readonly when: string;
}

/** Reads the vanished records of one kind in a repository. */
export function readVanished(store: Browsing, repo: string, kind: string): readonly Vanished[] {
  return store.vanishedOf(repo, kind).map(({ url, json, when }) => {
    const { title, name }: { readonly title?: unknown; readonly name?: unknown } = JSON.parse(json);
    const known = [title, name].find((text) => typeof text === 'string' && text !== '');
    return { url, title: typeof known === 'string' ? known : referenceText(url), when };
  });
}

/** A list of vanished records, linked to their history. */
export function vanishedList(vanished: readonly Vanished[]): Markup | string {
  return vanished.length === 0
    ? ''
    : html`<section class="vanished"><h2>No longer in the newest snapshot</h2><ul class="plain">${vanished.map(({ url, title, when }) => html`<li><a href="${withQuery('/-/history', { url })}">${title}</a> <span class="muted small">deleted ${when}</span></li>`)}</ul></section>`;
}
