import { createRequire } from 'node:module';
import type { MarkdownIt, RendererRule, Token } from 'markdown-it';
import { terminalText } from '../../../base/terminal-text.ts';
import { addEmoji, createMarkdownParser } from '../../../model/create-markdown-parser.ts';
import { BLOCK_TAGS, isKnownTag } from './html-tags.ts';

/** An element with its HTML name, whether it was written in Markdown or in HTML. */
export interface MarkdownElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: MarkdownNode[];
}

export type MarkdownNode = MarkdownElement | string;

/** Parses a text; control characters are made visible. */
export type ReadMarkdown = (text: string, options: { readonly isFile?: boolean }) => MarkdownElement;

/** Creates a Markdown parser. The packages are loaded with the first text. */
export function createMarkdownReader(): ReadMarkdown {
  let parser: MarkdownIt | undefined;
  let knowsEmoji = false;
  return (text, { isFile = false }) => {
    parser ??= createParser();
    if (!knowsEmoji && SHORTCODE.test(text)) {
      addEmoji(parser);
      knowsEmoji = true;
    }
    return treeOf(parser.set({ breaks: !isFile }).render(text));
  };
}

const SHORTCODE = /:[\w+-]+:/;

/** A parser whose HTML is for `treeOf`: elements and attributes that HTML lacks say what a terminal shows. */
function createParser(): MarkdownIt {
  const md = createMarkdownParser();
  const { escapeHtml } = md.utils;
  // Addresses are for people: `日本`, not `%E6%97%A5%E6%9C%AC`.
  md.normalizeLink = (address) => address;
  const html: RendererRule = (tokens, index) =>
    (tokens[index]?.content ?? '').replace(TAG_START, (start, tag: string) =>
      isKnownTag(tag.toLowerCase()) ? start : `&lt;${start.slice(1)}`,
    );
  const code: RendererRule = (tokens, index) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    return `<pre language="${escapeHtml(languageOf(info))}">${escapeHtml(content)}</pre>`;
  };
  Object.assign(md.renderer.rules, {
    html_inline: html,
    html_block: html,
    fence: code,
    code_block: code,
    footnote_block_open: () => '<ol>',
    footnote_block_close: () => '</ol>',
    footnote_open: (tokens, index) => `<li marker="${footnoteMark(tokens[index])}">`,
    footnote_ref: (tokens, index) =>
      `<footnote-reference>${footnoteMark(tokens[index])}</footnote-reference>`,
    footnote_anchor: () => '',
  } satisfies Record<string, RendererRule>);
  return md;
}

const TAG_START = /<\/?([a-z][\w-]*)/gi;

function languageOf(info: string): string {
  return /^[^\s,{]+/.exec(info.trim())?.[0].toLowerCase() ?? '';
}

function footnoteMark(token: Token | undefined): string {
  return `[${Number(token?.meta?.['id']) + 1}]`;
}

/** Elements nested deeper than this are reduced to their text. */
const MAX_DEPTH = 40;

/** Parses HTML of any kind, as forgivingly as browsers. */
function treeOf(html: string): MarkdownElement {
  const { Parser }: typeof import('htmlparser2') = createRequire(import.meta.url)('htmlparser2');
  const root: MarkdownElement = { tag: 'div', attributes: {}, children: [] };
  const open = [root];
  let preformatted = 0;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const { children } = open.at(-1) ?? root;
      const isDeep = open.length > MAX_DEPTH;
      const element = { tag, attributes: safeAttributes(attributes), children: isDeep ? children : [] };
      if (!isDeep) {
        children.push(element);
      }
      open.push(element);
      preformatted += tag === 'pre' ? 1 : 0;
    },
    ontext(text) {
      const { tag, children } = open.at(-1) ?? root;
      const shown = preformatted > 0 ? text : text.replaceAll(/[ \t\n\r\f]+/g, ' ');
      const isBetweenBlocks = shown === ' ' && BLOCK_TAGS.has(tag) && !isInline(children.at(-1));
      if (!isBetweenBlocks) {
        children.push(terminalText(shown));
      }
    },
    onclosetag(tag) {
      open.pop();
      preformatted -= tag === 'pre' ? 1 : 0;
    },
  });
  parser.end(html);
  return root;
}

function isInline(node: MarkdownNode | undefined): boolean {
  return node !== undefined && (typeof node === 'string' || !BLOCK_TAGS.has(node.tag));
}

function safeAttributes(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, terminalText(value)]));
}
