import { html } from 'hono/html';
import type { ListedRelease } from '../../../reading/index.ts';
import type { Markup } from '../../markup.ts';

/** What a release is beside being one. */
export function releaseMarks({
  isDraft,
  isPrerelease,
  isLatest,
}: Pick<ListedRelease, 'isDraft' | 'isPrerelease' | 'isLatest'>): Markup {
  return html`${isDraft ? html`<span class="tag">draft</span>` : ''}${isPrerelease ? html`<span class="tag">pre-release</span>` : ''}${isLatest ? html`<span class="tag">latest</span>` : ''}`;
}
