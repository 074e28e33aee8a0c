import type { MarkdownIt, Token } from 'markdown-it';
import { terminalText } from '../../../base/index.ts';
import { addEmoji, createMarkdownParser } from '../../../model/index.ts';
import { HIDDEN_TAGS, IMPLIED_ENDS, readHtml, VOID_TAGS } from './html-tags.ts';

/** An element with its HTML name, whether it was written in Markdown or in HTML. */
export interface MarkdownElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: MarkdownNode[];
}

export type MarkdownNode = MarkdownElement | string;

/** Parses a text; control characters are made visible. */
export type ReadMarkdown = (text: string, options: { readonly isFile?: boolean }) => MarkdownElement;

/** Creates a Markdown parser. The package is loaded with the first text. */
export function createMarkdownReader(): ReadMarkdown {
  let parser: MarkdownIt | undefined;
  let knowsEmoji = false;
  return (text, { isFile = false }) => {
    parser ??= createParser();
    if (!knowsEmoji && SHORTCODE.test(text)) {
      addEmoji(parser);
      knowsEmoji = true;
    }
    const tree = new TreeBuilder(parser, isFile);
    for (const token of parser.parse(text, {})) {
      tree.add(token);
    }
    return tree.root;
  };
}

const SHORTCODE = /:[\w+-]+:/;

function createParser(): MarkdownIt {
  const md = createMarkdownParser();
  // Addresses are for people: `日本`, not `%E6%97%A5%E6%9C%AC`.
  md.normalizeLink = (address) => address;
  return md;
}

/** Elements nested deeper than this are reduced to their text. */
const MAX_DEPTH = 40;

/** An element that is not closed yet. */
interface OpenElement {
  readonly element: MarkdownElement;
  /** Whether an HTML tag opened it. Such elements end with the surrounding Markdown element, and never close it. */
  readonly isHtml: boolean;
  readonly isPreformatted: boolean;
}

class TreeBuilder {
  readonly root: MarkdownElement = { tag: 'div', attributes: {}, children: [] };
  readonly #parser: MarkdownIt;
  readonly #isFile: boolean;
  /** The open elements below the root, the innermost last. */
  readonly #open: OpenElement[] = [];

  constructor(parser: MarkdownIt, isFile: boolean) {
    this.#parser = parser;
    this.#isFile = isFile;
  }

  add(token: Token): void {
    const { type, content } = token;
    switch (type) {
      case 'inline':
        for (const child of token.children ?? []) {
          this.add(child);
        }
        break;
      case 'html_inline':
      case 'html_block':
        this.#addHtml(content);
        break;
      case 'softbreak':
        this.#addText(this.#isFile ? ' ' : '\n');
        break;
      case 'hardbreak':
        this.#addText('\n');
        break;
      case 'code_inline':
        this.#addLeaf('code', {}, content);
        break;
      case 'fence':
      case 'code_block':
        this.#addLeaf('pre', { language: languageOf(token) }, content);
        break;
      case 'image':
        this.#addLeaf('img', { ...attributesOf(token), alt: content });
        break;
      case 'footnote_ref':
        this.#addLeaf('footnote-reference', {}, footnoteMark(token));
        break;
      case 'footnote_anchor':
        break;
      default:
        this.#addStructure(token);
    }
  }

  #addStructure(token: Token): void {
    const tag = TAGS_OF_TOKENS.get(token.type) ?? token.tag;
    if (token.hidden) {
      return; // The paragraphs of tight lists.
    }
    if (token.nesting > 0) {
      this.#addElement(tag, { ...attributesOf(token), ...markerOf(token) }, false);
    } else if (token.nesting < 0) {
      this.#endMarkdown();
    } else if (tag === '') {
      this.#addText(token.content);
    } else {
      this.#addLeaf(tag, {});
    }
  }

  #addHtml(html: string): void {
    for (const piece of readHtml(html)) {
      if ('text' in piece) {
        const isPreformatted = this.#open.at(-1)?.isPreformatted === true;
        this.#addText(this.#decode(isPreformatted ? piece.text : piece.text.replaceAll(/\s+/g, ' ')));
      } else if (piece.isEnd) {
        this.#endHtml([piece.tag], []);
      } else {
        this.#startHtml(piece.tag, piece.attributes);
      }
    }
  }

  #startHtml(tag: string, written: Readonly<Record<string, string>>): void {
    const attributes = Object.fromEntries(
      Object.entries(written).map(([name, value]) => [name, this.#decode(value)]),
    );
    const { ends, within } = IMPLIED_ENDS[tag] ?? { ends: [], within: [] };
    this.#endHtml(ends, within);
    if (VOID_TAGS.has(tag)) {
      this.#addLeaf(tag, attributes);
    } else if (this.#open.length < MAX_DEPTH) {
      this.#addElement(tag, attributes, true);
    }
  }

  /** Decodes entities; a backslash is not an escape in HTML. */
  #decode(html: string): string {
    return html.includes('&') ? this.#parser.utils.unescapeAll(html.replaceAll('\\', '\\\\')) : html;
  }

  get #current(): MarkdownElement {
    return this.#open.at(-1)?.element ?? this.root;
  }

  #addText(text: string): void {
    if (text !== '') {
      this.#current.children.push(terminalText(text));
    }
  }

  #addLeaf(tag: string, attributes: Readonly<Record<string, string>>, text = ''): void {
    const children = text === '' ? [] : [terminalText(text)];
    this.#current.children.push({ tag, attributes: safeAttributes(attributes), children });
  }

  #addElement(tag: string, attributes: Readonly<Record<string, string>>, isHtml: boolean): void {
    const isDeep = this.#open.length >= MAX_DEPTH;
    const element = isDeep ? this.#current : { tag, attributes: safeAttributes(attributes), children: [] };
    if (!isDeep && !HIDDEN_TAGS.has(tag)) {
      this.#current.children.push(element);
    }
    const isPreformatted = tag === 'pre' || this.#open.at(-1)?.isPreformatted === true;
    this.#open.push({ element, isHtml, isPreformatted });
  }

  #endMarkdown(): void {
    while (this.#open.pop()?.isHtml === true) {}
  }

  /** Closes the innermost of these elements, unless one of `within` was opened after it. */
  #endHtml(tags: readonly string[], within: readonly string[]): void {
    for (let at = this.#open.length - 1; this.#open[at]?.isHtml === true; at -= 1) {
      const tag = this.#open[at]?.element.tag ?? '';
      if (tags.includes(tag)) {
        this.#open.length = at;
        return;
      }
      if (within.includes(tag)) {
        return;
      }
    }
  }
}

const TAGS_OF_TOKENS: ReadonlyMap<string, string> = new Map([
  ['footnote_block_open', 'ol'],
  ['footnote_open', 'li'],
]);

function attributesOf({ attrs }: Token): Readonly<Record<string, string>> {
  return Object.fromEntries((attrs ?? []).map(([name, value]) => [name, String(value)]));
}

function safeAttributes(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, terminalText(value)]));
}

/** The marker of a list item: `3.`, or `[2]` for a footnote. */
function markerOf(token: Token): { readonly marker?: string } {
  const { type, info, markup } = token;
  return type === 'footnote_open'
    ? { marker: footnoteMark(token) }
    : type === 'list_item_open' && info !== ''
      ? { marker: `${info}${markup}` }
      : {};
}

function footnoteMark({ meta }: Token): string {
  return `[${Number(meta?.['id']) + 1}]`;
}

function languageOf({ info }: Token): string {
  return /^[^\s,{]+/.exec(info.trim())?.[0].toLowerCase() ?? '';
}
