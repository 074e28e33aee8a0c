import { html } from 'hono/html';
import type { Frame, Markup } from '../frame.ts';
import { findReferences, type Reference } from '../markdown/find-references.ts';
import { isWebAddress } from './links.ts';

/** A web address in a text, without the signs that end a sentence or close a bracket. */
const ADDRESS = /(https?:\/\/[^\s<>"'()[\]{}]{1,2000}[^\s<>"'()[\]{}.,:;!?*_])/;

/** A plain text with its references and web addresses as links; `#12` refers to the repository. */
export function linkedText(text: string, repo: string | null, frame: Frame): Markup {
  const parts = text.split(ADDRESS); // Addresses have the odd indexes.
  return html`${parts.map((part, index) => (index % 2 === 1 ? addressLink(part, frame) : withReferences(part, repo, frame)))}`;
}

function addressLink(address: string, { links }: Frame): Markup | string {
  const path = links.local(address);
  return path !== undefined
    ? html`<a href="${path}">${address}</a>`
    : isWebAddress(address)
      ? html`<a href="${address}" rel="noreferrer noopener">${address}</a>`
      : address;
}

function withReferences(text: string, repo: string | null, { links }: Frame): readonly (Markup | string)[] {
  const shown: (Markup | string)[] = [];
  let end = 0;
  for (const { start, end: next, reference } of findReferences(text)) {
    const path = referencePath(reference, links, repo);
    if (path !== undefined) {
      shown.push(text.slice(end, start), html`<a href="${path}">${text.slice(start, next)}</a>`);
      end = next;
    }
  }
  return [...shown, text.slice(end)];
}

/** The page that a reference in a text leads to; undefined if the store does not have it. */
export function referencePath(
  reference: Reference,
  links: Frame['links'],
  repo: string | null | undefined,
): string | undefined {
  if (reference.kind === 'account') {
    const { login, team } = reference;
    return team === undefined ? links.account(login) : links.team(`${login}/${team}`);
  }
  const named = reference.repo ?? repo ?? undefined;
  return named === undefined
    ? undefined
    : reference.kind === 'thread'
      ? links.thread(named, reference.number)
      : links.commit(named, reference.sha);
}
