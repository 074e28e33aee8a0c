import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { RecentValues } from '../../base/recent-values.ts';
import { createTitleParser, MAX_MARKDOWN_CHARS } from '../../model/create-markdown-parser.ts';
import type { CodePiece } from '../code/highlight-code.ts';
import type { Markup } from '../frame.ts';
import type { MarkdownPlace } from '../markdown/resolve-address.ts';
import type { Render } from './render-here.ts';

/** A text whose HTML is longer is shown as source: pages show many texts. */
const MAX_RENDERED_CHARS = 8 * 1024 * 1024;

/** The size limit of the cache in characters. */
export const MAX_KEPT_CHARS = 48 * 1024 * 1024;

/** The number of texts to remember that took too long once, perhaps because the machine was busy. */
const MAX_SLOW_TEXTS = 1_000;

/** Renders texts and code, and caches the most recently rendered texts. */
export interface Renderer {
  /** `page` is any object that identifies the page; waiting pages take turns. */
  markdown(text: string, place: MarkdownPlace, page: object): Markup;
  /** A title with inline code and emoji. */
  title(text: string): Markup;
  /** The lines of each piece as HTML; undefined for pieces without highlighting. */
  highlight(pieces: readonly CodePiece[], page: object): Promise<readonly (readonly string[] | undefined)[]>;
}

/** Creates a renderer. `render` does the work, here or in a thread; texts on which it gives up are shown as source. */
export function createRenderer(render: Render, maxKeptChars = MAX_KEPT_CHARS): Renderer {
  const kept = new RecentValues<string>({ maxWeight: maxKeptChars });
  const slow = new RecentValues<true>({ maxWeight: MAX_SLOW_TEXTS });
  let titles: ReturnType<typeof createTitleParser> | undefined;
  return {
    title(text) {
      if (!/`|:[+\w-]+:/.test(text)) {
        return html`${text}`;
      }
      titles ??= createTitleParser();
      return raw(titles.renderInline(text));
    },
    markdown(text, place, page) {
      if (text.length > MAX_MARKDOWN_CHARS) {
        return plainText(text, 'This text is too long to render.', place);
      }
      const key = keyOf(text, place);
      const found = kept.get(key);
      if (found !== undefined) {
        return markupOf(found, place);
      }
      const { links: _, ...rest } = place;
      const keep = (rendered: string | undefined): Markup => {
        if (rendered !== undefined && rendered.length > MAX_RENDERED_CHARS) {
          return plainText(text, 'This text is too long when it is rendered.', place);
        }
        const known = rendered ?? String(plainText(text, 'This text takes too long to render.', place));
        if (rendered === undefined && slow.get(key) === undefined) {
          slow.set(key, true); // It gets a second chance when the page is loaded again.
        } else {
          kept.set(key, known, known.length);
        }
        return markupOf(known, place);
      };
      const rendered = render(
        { kind: 'markdown', text, place: rest, idPrefix: idPrefixOf(key, place) },
        page,
      );
      return rendered instanceof Promise ? rendered.then(keep) : keep(rendered);
    },
    async highlight(pieces, page) {
      return (await render({ kind: 'highlight', pieces }, page)) ?? pieces.map(() => undefined);
    },
  };
}

function markupOf(rendered: string, { isInline }: MarkdownPlace): Markup {
  return isInline === true ? raw(rendered) : html`<div class="prose" dir="auto">${raw(rendered)}</div>`;
}

function plainText(text: string, why: string, { isInline }: MarkdownPlace): Markup {
  return isInline === true
    ? html`${text}`
    : html`<p class="hint">${why}</p><pre class="code" tabindex="0">${text}</pre>`;
}

function keyOf(text: string, { repo, file, state, isInline, suggestsFor }: MarkdownPlace): string {
  const hash = createHash('sha256');
  for (const part of [
    state,
    String(isInline),
    repo ?? '',
    file?.ref ?? '',
    file?.path ?? '',
    String(file?.isWiki ?? ''),
    suggestsFor ?? '',
  ]) {
    hash.update(part).update('\0');
  }
  return hash.update(text).digest('base64url');
}

/** A file is alone on its page, with anchors that are linked to; comments share a page. */
function idPrefixOf(key: string, { file }: MarkdownPlace): string {
  return file === undefined ? `u-${key.slice(0, 8)}-` : '';
}
