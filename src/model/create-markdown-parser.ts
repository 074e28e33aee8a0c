import { createRequire } from 'node:module';
import type { MarkdownIt, MarkdownItOptions, Token } from 'markdown-it';
import { autolinks } from './markdown/autolinks.ts';
import { strikethrough } from './markdown/strikethrough.ts';

/** The kinds of alerts, with their titles. */
const TITLES: Readonly<Record<string, string>> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
};

const MARKER = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$/i;

const TASK = /^\[([ xX])\](?=\s)\s*/;

/** Longer texts are not rendered; the service limits comments to an eighth of it. */
export const MAX_MARKDOWN_CHARS = 512 * 1024;

/**
 * Creates a parser for the service's Markdown: GitHub-flavoured, with footnotes, alerts, task lists and HTML, and with
 * emoji after `addEmoji`. It accepts every address and element, so the caller must sanitize the output. The packages are
 * loaded on demand.
 */
export function createMarkdownParser(options: Pick<MarkdownItOptions, 'breaks'> = {}): MarkdownIt {
  const require = createRequire(import.meta.url);
  const MarkdownParser: typeof import('markdown-it').default = require('markdown-it');
  const footnotes: typeof import('markdown-it-footnote').default = require('markdown-it-footnote');
  const md = new MarkdownParser({ html: true, ...options });
  md.use(autolinks);
  md.use(strikethrough);
  md.use(filterTags);
  md.core.ruler.before('normalize', 'satchel_mark', (state) => {
    state.src = state.src.replace(/^\ufeff/, '');
  });
  md.use(footnotes);
  // The rule joins all tokens again for each footnote, which takes quadratic time.
  md.core.ruler.before('footnote_tail', 'satchel_growing', (state) => {
    state.tokens = GrowingTokens.from(state.tokens);
  });
  md.use(taskLists);
  md.use(alerts);
  md.use(limitReferences);
  md.use(showDeepBlocks);
  // Rejected links would remain in the text as brackets.
  md.validateLink = () => true;
  return md;
}

/** Tags that would change how the rest of a text is read, like a browser's: `<textarea>`, `<title>`. */
const RAW_TAG = /<(?=\/?(?:iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)(?:[\s/>]|$))/gi;

/**
 * Shows those tags as text (GitHub Flavored Markdown 0.29, section 6.11). There, blocks of HTML begin with fewer of them
 * than in CommonMark 0.31: an open `<textarea>` does not take everything up to the end.
 */
function filterTags(md: MarkdownIt): void {
  const readBlock = md.block.ruler.getRules('').find(({ name }) => name === 'html_block');
  md.block.ruler.at(
    'html_block',
    (state, ...rest) => {
      const [line] = rest;
      const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
      return /^<textarea[\s>]/i.test(state.src.slice(start, start + 10)) || readBlock === undefined
        ? false
        : readBlock(state, ...rest);
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
  md.core.ruler.after('inline', 'satchel_tags', ({ tokens }) => {
    for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
      if (token.type === 'html_block' || token.type === 'html_inline') {
        token.content = token.content.replace(RAW_TAG, '&lt;');
      }
    }
  });
}

/** A list that `concat` makes longer, in place of copying it. */
class GrowingTokens extends Array<Token> {
  override concat(...lists: (Token | ConcatArray<Token>)[]): Token[] {
    for (const list of lists) {
      for (const token of 'length' in list ? Array.from(list) : [list]) {
        this.push(token);
      }
    }
    return this;
  }
}

/** Replaces names such as `:tada:` with emoji. Loading them takes 30 ms, and many texts do not need it. */
export function addEmoji(md: MarkdownIt): void {
  const { full }: typeof import('markdown-it-emoji') = createRequire(import.meta.url)('markdown-it-emoji');
  md.use(full, { shortcuts: {} });
}

/** Creates a parser of titles, in which the service shows inline code and emoji, and everything else as written. */
export function createTitleParser(): MarkdownIt {
  const MarkdownParser: typeof import('markdown-it').default = createRequire(import.meta.url)('markdown-it');
  const md = new MarkdownParser('zero');
  md.enable('backticks');
  addEmoji(md);
  return md;
}

/** Converts quotes that begin with a line like `[!NOTE]` to alerts. */
function alerts(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'satchel_alerts', (state) => {
    const marked: Token[] = [];
    const isAlert: boolean[] = [];
    for (const [index, token] of state.tokens.entries()) {
      marked.push(token);
      if (token.type === 'blockquote_open') {
        const kind = takeMarker(state.tokens[index + 2]);
        isAlert.push(kind !== undefined);
        if (kind !== undefined) {
          token.tag = 'div';
          token.attrSet('class', `alert alert-${kind.toLowerCase()}`);
          const title = new state.Token('html_block', '', 0);
          title.content = `<p class="alert-title">${TITLES[kind] ?? kind}</p>`;
          marked.push(title);
        }
      } else if (token.type === 'blockquote_close' && isAlert.pop() === true) {
        token.tag = 'div';
      }
    }
    state.tokens = marked;
  });
}

/** Removes the first line of a quote if it names a kind of alert, which it returns. */
function takeMarker(inline: Token | undefined): string | undefined {
  const children = inline?.type === 'inline' ? (inline.children ?? []) : [];
  const [, marker] = MARKER.exec(children[0]?.content ?? '') ?? [];
  const isAlone = children[1] === undefined || /break$/.test(children[1].type);
  if (inline === undefined || marker === undefined || !isAlone) {
    return undefined;
  }
  inline.children = children.slice(2);
  inline.content = '';
  return marker.toUpperCase();
}

/** Quotes and lists below the maximum depth are shown as they were written: markdown-it drops them, and what follows. */
function showDeepBlocks(md: MarkdownIt): void {
  const { block } = md;
  const tokenize = block.tokenize.bind(block);
  block.tokenize = (state, startLine, endLine) => {
    if (state.level < md.options.maxNesting) {
      tokenize(state, startLine, endLine);
      return;
    }
    const start = state.skipEmptyLines(startLine);
    let end = start;
    // Lines that continue a paragraph without its markers have a negative indentation.
    while (end < endLine && (state.isEmpty(end) || isInside(state.sCount[end] ?? 0, state.blkIndent))) {
      end += 1;
    }
    if (end > start) {
      state.push('code_block', 'code', 0).content = state.getLines(start, end, state.blkIndent, true);
    }
    state.line = end;
  };
}

function isInside(indentation: number, least: number): boolean {
  return indentation < 0 || indentation >= least;
}

/**
 * The maximum length of all addresses and titles that references to definitions repeat: a text could otherwise become
 * thousands of times as long, as thousands of references of four characters to one long definition.
 */
const MAX_REPEATED_CHARS = 256 * 1024;

/** Further references stay as they were written, and a note at the end of the text says so. */
function limitReferences(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'satchel_references', ({ env }) => {
    const { references }: ReferencesOfText = env;
    const definitions = Object.entries(references ?? {});
    if (definitions.length === 0) {
      return;
    }
    const limited = Object.create(null);
    for (const [label, definition] of definitions) {
      const { href, title = '' } = definition;
      Object.defineProperty(limited, label, {
        get() {
          env[REPEATED] = Number(env[REPEATED] ?? 0) + href.length + title.length;
          return Number(env[REPEATED]) > MAX_REPEATED_CHARS ? undefined : definition;
        },
      });
    }
    env['references'] = limited;
  });
  md.core.ruler.push('satchel_references_note', ({ env, tokens, Token }) => {
    if (Number(env[REPEATED] ?? 0) > MAX_REPEATED_CHARS) {
      const note = new Token('html_block', '', 0);
      note.content = `<p class="source-note">Links that repeat more than ${MAX_REPEATED_CHARS / 1024} KiB of addresses and titles are shown as written.</p>`;
      tokens.push(note);
    }
  });
}

/** How many characters the references of a text have repeated so far. */
const REPEATED = 'satchel_repeated';

/** What markdown-it notes of the definitions of a text. */
interface ReferencesOfText {
  readonly references?: Readonly<Record<string, { readonly href: string; readonly title?: string }>>;
}

/** Converts `[ ]` and `[x]` at the beginning of list items to disabled checkboxes. */
function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'satchel_tasks', ({ tokens, Token }) => {
    for (const [index, token] of tokens.entries()) {
      const item = tokens[index - 2];
      const first = token.children?.[0];
      const [marker, mark] = TASK.exec(first?.content ?? '') ?? [];
      const isFirst = token.type === 'inline' && item?.type === 'list_item_open';
      if (isFirst && first?.type === 'text' && marker !== undefined && token.children !== null) {
        item.attrJoin('class', 'task');
        first.content = first.content.slice(marker.length);
        const box = new Token('html_inline', '', 0);
        const isDone = mark !== ' ';
        box.content = `<input type="checkbox" disabled${isDone ? ' checked' : ''} aria-label="${isDone ? 'Done' : 'To do'}"> `;
        token.children.unshift(box);
      }
    }
  });
}
