import { html } from 'hono/html';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Markup } from '../../frame.ts';
import { countText } from '../counts.ts';

/** What a snapshot changed: `46 new, 11 changed, 2 deleted`, linked to the page that shows it. */
export function changesLink(
  changes: SnapshotChanges,
  fromId: number,
  { id, isFirstOf }: { readonly id: number; readonly isFirstOf: string | undefined },
): Markup {
  const words = changeWords(changes);
  const link = isNone(changes) ? html`${words}` : html`<a href="/-/changes/${fromId}..${id}">${words}</a>`;
  return isFirstOf === undefined ? link : html`${isFirstOf} was added: ${link}`;
}

type SnapshotChanges = ReturnType<Browsing['snapshotChanges']>;

function isNone({ added, changed, deleted }: SnapshotChanges): boolean {
  return added + changed + deleted === 0;
}

/** `46 new, 11 changed, 2 deleted`. */
export function changeWords(changes: SnapshotChanges): string {
  const { added, changed, deleted, isPart } = changes;
  const total = added + changed + deleted;
  if (isNone(changes)) {
    return 'Nothing changed';
  }
  const words = [
    [added, 'new'],
    [changed, 'changed'],
    [deleted, 'deleted'],
  ] as const;
  return isPart
    ? `More than ${countText(total - 1)} changes`
    : words
        .filter(([count]) => count > 0)
        .map(([count, word]) => `${countText(count)}\u00a0${word}`)
        .join(', ');
}
