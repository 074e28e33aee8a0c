import { html } from 'hono/html';
import type { Frame } from '../frame.ts';
import { findReferences } from '../markdown/find-references.ts';
import type { Markup } from '../markup.ts';
import { commitPath } from '../paths.ts';

/** A text that is no Markdown, a message of a commit say: as it was written, with its references as links. */
export function plainText(text: string, repo: string, { links }: Frame): Markup {
  let end = 0;
  const parts: (Markup | string)[] = [];
  for (const { start, end: next, reference } of findReferences(text)) {
    const href =
      reference.kind === 'account'
        ? links.account(reference.login)
        : reference.kind === 'thread'
          ? links.thread(reference.repo ?? repo, reference.number)
          : links.repository(reference.repo ?? repo) === undefined
            ? undefined
            : commitPath(reference.repo ?? repo, reference.sha);
    if (href !== undefined) {
      parts.push(text.slice(end, start), html`<a href="${href}">${text.slice(start, next)}</a>`);
      end = next;
    }
  }
  return html`${parts}${text.slice(end)}`;
}
