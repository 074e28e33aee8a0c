import { html } from 'hono/html';
import type { SearchResult } from '../../../search/search-store.ts';
import type { Markup } from '../../frame.ts';

type Snippet = NonNullable<SearchResult['match']>['snippet'];

/** The text around the words, without Markdown syntax, which is meaningless in an excerpt. */
export function snippetLine(snippet: Snippet): Markup {
  return html`
<p class="snippet">${snippet.map(({ text, isHit }, index) => (isHit ? html`<mark>${text}</mark>` : index === 0 ? withoutMarks(text).replace(/^\s*·\s+/, '') : withoutMarks(text)))}</p>`;
}

/** A snippet whose hits are marked, and whose syntax is left as it is. */
export function markedText(snippet: Snippet): Markup {
  return html`${snippet.map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : text))}`;
}

/** The words of a snippet: those of a title need no second line. */
export function textOf(snippet: Snippet): string {
  return snippet.map(({ text }) => text).join('');
}

/** A snippet whose lines are blocks of their own, such as the labels of a repository. */
export function linesApart(snippet: Snippet): Snippet {
  return snippet.map((part) => ({ ...part, text: part.text.replaceAll('\n', '\n\n') }));
}

/** A snippet without a text that it begins with. */
export function withoutStart(snippet: Snippet, start: string): Snippet {
  if (!textOf(snippet).startsWith(start)) {
    return snippet;
  }
  let left = start.length;
  return snippet.flatMap((part) => {
    const text = part.text.slice(left);
    left = Math.max(0, left - part.text.length);
    return text === '' ? [] : [{ ...part, text }];
  });
}

/** A dot between paragraphs, in place of the marks of lists and of other blocks. */
function withoutMarks(text: string): string {
  return text
    .replace(/`+/g, '')
    .replace(/(?<=^|\s)(?:#{1,6}|[-*+](?: \[[ x]\])?|>)(?=\s)/g, '·')
    .replace(/(?<![.!?…:;\s])\s*\n\s*\n\s*(?=\S)/g, ' · ')
    .replace(/·(?:\s*·)+/g, '·');
}
