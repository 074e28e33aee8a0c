import { html } from 'hono/html';
import type { Links, MarkdownContext } from '../frame.ts';
import type { Markup } from '../markup.ts';

/** Where a text stands, and where its references lead. */
export interface MarkdownPlace extends MarkdownContext {
  readonly links: Links;
}

/** Shows a text of people as it was written, paragraph by paragraph. */
export function renderMarkdown(text: string, _place: MarkdownPlace): Markup {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return html`<div class="prose">${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}</div>`;
}
