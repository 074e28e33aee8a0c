import type { MarkdownIt, Token } from 'markdown-it';
import { addEmoji, createMarkdownParser } from '../../model/create-markdown-parser.ts';
import { highlightCode } from '../code/highlight-code.ts';
import { shownTypeOf } from '../show/preview/file-types.table.ts';
import { drawMath } from './draw-math.ts';
import { type MarkdownPlace, resolveVideo } from './resolve-address.ts';
import { bareAddresses } from './rules/bare-addresses.ts';
import { htmlTexts } from './rules/html-texts.ts';
import { linkReferences, PAGES, PLACE } from './rules/link-references.ts';
import { MATH_CLASSES, mathRules } from './rules/math.ts';
import { sanitizeMarkup } from './sanitize-markup.ts';

const LINK = /^\[\[([^[\]|\n]{1,200})(?:\|([^[\]|\n]{1,200}))?\]\]/;

/** Renders a text as HTML; all ids in it start with `idPrefix`. */
export type MarkdownEngine = (text: string, place: MarkdownPlace, idPrefix: string) => string;

/** Creates a renderer of GitHub-flavoured Markdown with the service's references, emoji and wiki links. */
export function createMarkdownEngine(): MarkdownEngine {
  // A line feed is a line break in comments, and a space in files.
  const [comments, files] = [createParser(true), createParser(false)];
  return (text, place, idPrefix) => {
    const parser = place.file === undefined ? comments : files;
    const pages: string[] = [];
    const env = { [PLACE]: place, [PAGES]: pages };
    const html = place.isInline === true ? parser.renderInline(text, env) : parser.render(text, env);
    return drawMath(sanitizeMarkup(html, { ...place, pages }, idPrefix));
  };
}

function createParser(breaks: boolean): MarkdownIt {
  const md = createMarkdownParser({ breaks });
  addEmoji(md);
  md.use(htmlTexts);
  md.use(headingAnchors);
  md.use(wikiLinks);
  md.use(mathRules);
  md.use(linkReferences);
  md.use(showVideos);
  md.use(bareAddresses);
  md.use(codeBlocks);
  return md;
}

/** Highlights code blocks, and makes them scrollable, also by keyboard. */
export function codeBlocks(md: MarkdownIt): void {
  const { escapeHtml } = md.utils;
  const block = (token: Token, language: string, place?: MarkdownPlace) => {
    if (language === 'math') {
      return `<div class="${MATH_CLASSES.display}">${escapeHtml(token.content.trim())}</div>\n`;
    }
    if (language === 'suggestion') {
      const change = suggestedChange(token.content, place?.suggestsFor).map((line) => escapeHtml(line));
      const lines = change.map((line) => `<span class="${LINE_CLASSES[line[0] ?? '']}">${line}</span>`);
      return `<p class="suggestion-title">Suggested change</p><pre class="code suggestion" tabindex="0"><code>${lines.join('\n')}\n</code></pre>\n`;
    }
    const code = highlightCode(token.content, language) ?? escapeHtml(token.content);
    return `${sourceNote(language)}<pre class="code" tabindex="0"><code>${code}</code></pre>\n`;
  };
  md.renderer.rules['fence'] = (tokens, index, _options, env) => {
    const token = tokens[index];
    const place = env?.[PLACE] as MarkdownPlace | undefined; // Set by the engine.
    const language = /^[^\s,{]+/.exec(md.utils.unescapeAll(token?.info ?? '').trim())?.[0] ?? '';
    return token === undefined ? '' : block(token, language.toLowerCase(), place);
  };
  md.renderer.rules['code_block'] = (tokens, index) => {
    const token = tokens[index];
    return token === undefined ? '' : block(token, '');
  };
  for (const cell of ['th', 'td']) {
    md.renderer.rules[`${cell}_open`] = (tokens, index) => {
      // The content security policy forbids style attributes.
      const align = /text-align:(left|center|right)/.exec(String(tokens[index]?.attrGet('style') ?? ''))?.[1];
      return align === undefined ? `<${cell}>` : `<${cell} align="${align}">`;
    };
  }
}

const LINE_CLASSES: Readonly<Record<string, string>> = {
  '-': 'hljs-deletion',
  '+': 'hljs-addition',
};

/** The lines that a suggestion replaces and those that it proposes, each with its sign. */
function suggestedChange(proposed: string, replaced: string | undefined): readonly string[] {
  const signed = (text: string, sign: string) =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => sign + line);
  return [...(replaced === undefined ? [] : signed(replaced, '-')), ...signed(proposed, '+')];
}

/** Languages of drawings that the service makes with scripts, by their names. */
const DRAWINGS: Readonly<Record<string, string>> = {
  geojson: 'A map',
  topojson: 'A map',
  stl: 'A 3D model',
};

/** Says why a drawing is shown as source. */
function sourceNote(language: string): string {
  if (language === 'mermaid') {
    return '<p class="source-note diagram">A Mermaid diagram.</p>'; // Not seen; the script draws it.
  }
  const drawing = Object.hasOwn(DRAWINGS, language) ? DRAWINGS[language] : undefined;
  return drawing === undefined
    ? ''
    : `<p class="source-note">${drawing}, shown as its source: drawing it would take a script.</p>`;
}

/** Adds the anchors that links to headings of files use, also to headings in HTML. In comments they would collide. */
export function headingAnchors(md: MarkdownIt): void {
  md.core.ruler.push('satchel_headings', ({ tokens, env }) => {
    const place = env[PLACE] as MarkdownPlace | undefined; // Set by the engine.
    if (place?.file === undefined) {
      return;
    }
    const seen = new Map<string, number>();
    const nextId = (words: string) => {
      const slug = slugOf(words);
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    };
    let open: Token | undefined;
    let words = '';
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') {
        token.attrSet('id', nextId((tokens[index + 1]?.children ?? []).map(headingText).join('')));
      }
      for (const child of token.children ?? []) {
        const [, slash] = (child.type === 'html_inline' ? HEADING.exec(child.content) : null) ?? [];
        if (slash === '/' && open !== undefined) {
          open.content = withId(open.content, nextId(words));
        }
        [open, words] =
          slash === undefined ? [open, words + headingText(child)] : [slash === '' ? child : undefined, ''];
      }
    }
  });
}

const HEADING = /^<(\/?)h[1-6](?=[\s>])/i;

/** The start tag of a heading in HTML with an anchor; if it has an id of its own, that is another one. */
function withId(tag: string, id: string): string {
  return /\sid\s*=/i.test(tag)
    ? tag.replace('>', `><a id="${id}"></a>`)
    : tag.replace(/^<h[1-6]/i, (name) => `${name} id="${id}"`);
}

/** What a part of a heading adds to its anchor: neither images nor HTML, and of `:tada:` the name. */
function headingText({ type, content, markup }: Token): string {
  return type === 'image' || type === 'html_inline' ? '' : type === 'emoji' ? markup : content;
}

/** Creates an anchor as the service does: lower case, hyphens for spaces, only letters, digits, `-` and `_`. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Parses `[[Page]]`, `[[words|Page]]` and `[[picture.png|alt=words]]`, which only exist in wikis. */
export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'satchel_wiki', (state, isSilent) => {
    const place = state.env[PLACE] as MarkdownPlace | undefined; // Set by the engine.
    if (place?.file?.isWiki !== true || !state.src.startsWith('[[', state.pos)) {
      return false;
    }
    const [whole, words, page = words] = LINK.exec(state.src.slice(state.pos, state.pos + 410)) ?? [];
    if (whole === undefined || words === undefined || page === undefined) {
      return false;
    }
    if (!isSilent && shownTypeOf(words)?.startsWith('image/') === true) {
      const alt = whole === `[[${words}]]` ? '' : page.replace(/^alt=/, '');
      const image = state.push('html_inline', '', 0);
      image.content = `<img src="${md.utils.escapeHtml(words.trim())}" alt="${md.utils.escapeHtml(alt)}">`;
    } else if (!isSilent) {
      const open = state.push('link_open', 'a', 1);
      // Page names contain spaces where their files contain hyphens.
      open.attrSet('href', encodeURI(`/${page.trim().replaceAll(' ', '-')}`));
      state.push('text', '', 0).content = words.trim();
      state.push('link_close', 'a', -1);
    }
    state.pos += whole.length;
    return true;
  });
}

/** Shows a kept video in place of its bare address on a line of its own, as the service does. */
function showVideos(md: MarkdownIt): void {
  md.core.ruler.push('satchel_videos', ({ tokens, env, Token }) => {
    const place = env[PLACE] as MarkdownPlace | undefined; // Set by the engine.
    for (const token of tokens) {
      const [open, , close, ...others] = token.children ?? [];
      const href = String(open?.attrGet('href') ?? '');
      const isAlone = open?.markup === 'linkify' && close?.type === 'link_close' && others.length === 0;
      if (isAlone && place !== undefined && resolveVideo(href, place) !== undefined) {
        const video = new Token('html_inline', '', 0);
        video.content = `<video src="${md.utils.escapeHtml(href)}"></video>`;
        token.children = [video];
      }
    }
  });
}
