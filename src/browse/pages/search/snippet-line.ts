import { html } from 'hono/html';
import type { SearchResult } from '../../../search/search-store.ts';
import type { Markup } from '../../frame.ts';

type Snippet = NonNullable<SearchResult['match']>['snippet'];

/** The text around the words, without Markdown syntax, which is meaningless in an excerpt. */
export function snippetLine(snippet: Snippet): Markup {
  return html`
<p class="snippet">${snippet.map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : withoutMarks(text)))}</p>`;
}

/** The words of a snippet: those of a title need no second line. */
export function textOf(snippet: Snippet): string {
  return snippet.map(({ text }) => text).join('');
}

function withoutMarks(text: string): string {
  return text
    .replace(/`+/g, '')
    .replace(/(?<=^|\s)(?:#{1,6}|[-*+](?: \[[ x]\])?|>)(?=\s)/g, '·')
    .replace(/^· /, '');
}
