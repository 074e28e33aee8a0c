import { createRequire } from 'node:module';
import type { MarkdownIt, MarkdownItOptions, Token } from 'markdown-it';

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

/** What follows `www.`: at least two labels, and a path that does not end in punctuation. */
const WEB_HOST = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#](?:[^\s<]*[^\s<?!.,:;*_~'")])?)?/;

const MAX_ADDRESS = 2_000;

/**
 * Creates a parser for the service's Markdown: GitHub-flavoured, with footnotes, alerts, task lists and HTML, and with
 * emoji after `addEmoji`. It accepts every address and element, so the caller must sanitize the output. The packages are
 * loaded on demand.
 */
export function createMarkdownParser(options: Pick<MarkdownItOptions, 'breaks'> = {}): MarkdownIt {
  const require = createRequire(import.meta.url);
  const MarkdownParser: typeof import('markdown-it').default = require('markdown-it');
  const footnotes: typeof import('markdown-it-footnote').default = require('markdown-it-footnote');
  const md = new MarkdownParser({ html: true, linkify: true, ...options });
  md.linkify.set({ fuzzyEmail: false, fuzzyIP: false });
  // GitHub Flavored Markdown 0.29, section 6.9: of addresses without a scheme, only these become links.
  md.linkify.add('www.', {
    validate: (text, position) =>
      WEB_HOST.exec(text.slice(position, position + MAX_ADDRESS))?.[0].length ?? 0,
    normalize(match) {
      match.url = `http://${match.url}`;
    },
  });
  md.use(footnotes);
  md.use(taskLists);
  md.use(alerts);
  // Rejected links would remain in the text as brackets.
  md.validateLink = () => true;
  return md;
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
  md.core.ruler.after('inline', 'satchel_alerts', ({ tokens, Token }) => {
    for (const [index, token] of tokens.entries()) {
      const inline = tokens[index + 2];
      const children = inline?.type === 'inline' ? (inline.children ?? []) : [];
      const [, marker] = MARKER.exec(children[0]?.content ?? '') ?? [];
      const isAlone = children[1] === undefined || /break$/.test(children[1].type);
      if (token.type === 'blockquote_open' && marker !== undefined && inline !== undefined && isAlone) {
        const kind = marker.toUpperCase();
        const title = new Token('html_block', '', 0);
        title.content = `<p class="alert-title">${TITLES[kind] ?? kind}</p>`;
        retag(tokens, index, kind.toLowerCase());
        inline.children = children.slice(2);
        inline.content = '';
        tokens.splice(index + 1, 0, title);
      }
    }
  });
}

function retag(tokens: readonly Token[], start: number, kind: string): void {
  const open = tokens[start];
  const close = tokens
    .slice(start)
    .find(({ type, level }) => type === 'blockquote_close' && level === open?.level);
  for (const token of [open, close]) {
    if (token !== undefined) {
      token.tag = 'div';
    }
  }
  open?.attrSet('class', `alert alert-${kind}`);
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
