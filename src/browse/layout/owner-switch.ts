import { html } from 'hono/html';
import { isOwnedBy, ownerOf } from '../../model/index.ts';
import type { Markup } from '../frame.ts';
import type { Place } from '../page.ts';
import { ofOwnersPath } from '../paths.ts';
import { TO_OTHERS } from '../serve/prefix-links.ts';
import type { Sources } from '../sources.ts';

/** The maximum number of owners on each page; nested groups of other services can be thousands. */
const MAX_OWNERS = 100;

/**
 * Links that narrow the reader to one owner, and back to all; nothing for a store of one owner. They lead to the same
 * page, or to the home page if this one belongs to another owner.
 */
export function ownerSwitch(
  { store, answerOf }: Pick<Sources, 'store' | 'answerOf'>,
  path: string,
  { owner, repo }: Place,
): Markup | string {
  const all = store.allOwners();
  if (answerOf === undefined || all.length < 2) {
    return '';
  }
  const chosen = store.owners.join(', ');
  const here = owner ?? (repo === undefined ? undefined : ownerOf(repo));
  const shown = all.filter((one, index) => index < MAX_OWNERS || one === here || store.owners.includes(one));
  const items = shown.map((one) => {
    const isHere = here === undefined || isOwnedBy(here, [one]);
    return item(one, ofOwnersPath([one], isHere ? path : '/'), one === chosen);
  });
  return html`<details class="ref-choice owners"><summary data-key="g o" data-key-name="Owner"><span class="muted">Owner</span> <bdi>${chosen === '' ? 'all' : chosen}</bdi></summary><div><ul>${item('all', path, chosen === '')}${items}</ul>${
    shown.length < all.length
      ? html`<p class="muted small">${all.length - shown.length} more owners are on their own pages.</p>`
      : ''
  }</div></details>`;
}

function item(name: string, href: string, isChosen: boolean): Markup {
  return html`<li><a href="${href}" ${TO_OTHERS}${isChosen ? html` aria-current="true"` : ''}>${name}</a></li>`;
}
