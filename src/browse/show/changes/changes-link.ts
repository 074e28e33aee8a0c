import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { countText } from '../counts.ts';

/** What a snapshot changed: `46 new, 11 changed, 2 deleted`, linked to the page that shows it. */
export function changesLink(
  { added, changed, deleted, isPart }: ReturnType<Browsing['snapshotChanges']>,
  fromId: number,
  id: number,
): Markup {
  const path = `/-/changes/${fromId}..${id}`;
  const total = added + changed + deleted;
  if (total === 0) {
    return html`Nothing changed`;
  }
  const words = [
    [added, 'new'],
    [changed, 'changed'],
    [deleted, 'deleted'],
  ] as const;
  return isPart
    ? html`<a href="${path}">More than ${countText(total - 1)} changes</a>`
    : html`<a href="${path}">${words
        .filter(([count]) => count > 0)
        .map(([count, word]) => `${countText(count)} ${word}`)
        .join(', ')}</a>`;
}
