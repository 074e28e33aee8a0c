import { createRequire } from 'node:module';
import type { MarkdownIt, Token } from 'markdown-it';
import { createMarkdownParser, MAX_MARKDOWN_CHARS } from '../model/create-markdown-parser.ts';
import { CONTROL, codeBlock } from './markdown-text.ts';

/** Prepares a user's text for a document. */
export type BodyText = (body: string) => string;

/** Prepares users' Markdown for documents that join several texts. */
export interface BodyTexts {
  /** Begins a document; the function prepares its texts in their order. */
  document(): BodyText;
  /** Maps the lines of a text that are not in blocks of code. */
  mapLines(text: string, map: (line: string) => string): string;
}

/** Creates the preparation. The parser is loaded with the first text that needs it. */
export function createBodyTexts(): BodyTexts {
  let parser: MarkdownIt | undefined;
  const getParser = () => {
    parser ??= createMarkdownParser();
    return parser;
  };
  return {
    document() {
      let position = 0;
      return (body) => {
        position += 1;
        const text = plainText(body);
        if (!MARKUP.test(text)) {
          return text;
        }
        return text.length > MAX_MARKDOWN_CHARS
          ? codeBlock(text, '')
          : closeText(renameDefinitions(text, position, getParser()), getParser());
      };
    },
    mapLines(text, map) {
      const code = FENCED.test(text) ? linesOf(getParser().parse(text, {}), CODE) : new Set();
      return text
        .split('\n')
        .map((line, index) => (code.has(index) ? line : map(line)))
        .join('\n');
    },
  };
}

/** Texts without these have nothing to close and no definitions. */
const MARKUP = /[`~<[]/;

const FENCED = /[`~]{3}|^(?: {4}|\t)/m;

const CODE: ReadonlySet<string> = new Set(['fence', 'code_block']);

const VERBATIM: ReadonlySet<string> = new Set([...CODE, 'html_block']);

/** A text as it was written, without a byte order mark, empty lines around it, and control characters. */
export function plainText(body: string): string {
  return body
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '\ufffd')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** Addresses, which links are made of, and what would be markup in a text. */
const MAIL_PARTS = /(?:https?:\/\/|www\.)\S+|[\\`*_[\]<>~&$|:]|^[ \t]+|^[#+=-]|^\d{1,9}(?=[.)])/gim;

/** The Markdown of a remark; a reply by mail is plain text, of which only addresses and references become links. */
export function markdownOf({
  body,
  isMail,
}: {
  readonly body: string;
  readonly isMail?: true | undefined;
}): string {
  return isMail !== true
    ? body
    : body
        .replaceAll('\r\n', '\n')
        .replace(MAIL_PARTS, (part) =>
          /^[ \t]/.test(part)
            ? '&nbsp;'.repeat(part.length)
            : /^\d/.test(part)
              ? `${part}\\`
              : part.length === 1
                ? `\\${part}`
                : part,
        );
}

function linesOf(tokens: readonly Token[], types: ReadonlySet<string>): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { type, map } of tokens) {
    for (let line = map?.[0] ?? 0; types.has(type) && line < (map?.[1] ?? 0); line += 1) {
      lines.add(line);
    }
  }
  return lines;
}

/** A paragraph that follows a text: what takes it in is open. */
const NEXT = 'satchel: the next text';

const MAX_ENDS = 8;

/** Adds the ends of what a text leaves open, so that it cannot swallow what follows. */
function closeText(text: string, md: MarkdownIt): string {
  let closed = text;
  for (let count = 0; count < MAX_ENDS; count += 1) {
    const tokens = md.parse(`${closed}\n\n${NEXT}\n`, {});
    const index = tokens.findIndex(({ content }) => content.includes(NEXT));
    const block = tokens[index];
    const end = block === undefined || block.type === 'inline' ? endTags(tokens) : endOfBlock(block);
    if (end === '') {
      return closed;
    }
    closed += end;
  }
  return closed;
}

/** The starts of blocks of HTML that no empty line ends, and their ends (spec.commonmark.org/0.31.2, section 4.6). */
const BLOCK_ENDS: readonly (readonly [start: RegExp, end: string])[] = [
  [/^<!--/, ' -->'],
  [/^<\?/, ' ?>'],
  [/^<!\[CDATA\[/, ' ]]>'],
  [/^<![a-z]/i, '>'],
];

function endOfBlock({ type, markup, content }: Token): string {
  if (type === 'fence') {
    return `\n${markup}`;
  }
  const start = content.trimStart().replace(/^&lt;/, '<');
  const [, end] = BLOCK_ENDS.find(([pattern]) => pattern.test(start)) ?? [];
  const [, tag] = /^<(pre|script|style)/i.exec(start) ?? [];
  return end ?? (tag === undefined ? '' : `\n</${tag}>`);
}

/** Elements that do not end with the block in which they begin. */
const LASTING: ReadonlySet<string> = new Set(
  (
    'a article aside b big blockquote center code dd del details div dl dt em figcaption figure font footer h1 h2 h3 h4 ' +
    'h5 h6 header i ins li main nav ol pre s section small strike strong summary table tbody td tfoot th thead tr tt u ul'
  ).split(' '),
);

/** The end tags of the elements that are open after a text. */
function endTags(tokens: readonly Token[]): string {
  const { Parser }: typeof import('htmlparser2') = createRequire(import.meta.url)('htmlparser2');
  const open: string[] = [];
  const parser = new Parser({
    onopentag: (name) => void open.push(name),
    onclosetag: () => void open.pop(),
  });
  for (const { type, content } of tokens.flatMap((token) => [token, ...(token.children ?? [])])) {
    if (type === 'html_block' || type === 'html_inline') {
      parser.write(content);
    }
  }
  const tags = open.filter((name) => LASTING.has(name)).reverse();
  return tags.length === 0 ? '' : `\n\n${tags.map((name) => `</${name}>`).join('')}`;
}

/** What is not read as references: code, escaped characters, tags and addresses; and labels. */
const LABELS =
  /(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?[^`]\1(?!`)|\\[\s\S]|<[^<>\n]*>|\[(\^?)((?:[^[\]\\]|\\[\s\S])+)\](\[\])?/g;

/** What precedes a definition in its line. */
const BEFORE_DEFINITION = /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/;

/** The longest beginning of a line that is looked at. */
const MAX_BEFORE = 100;

/**
 * Gives the definitions of links and footnotes in a text labels of their own, as other texts of a document may have the
 * same: `[words][1]` and `[^1]` of its second text become `[words][1-2]` and `[^1-2]`.
 */
function renameDefinitions(text: string, position: number, md: MarkdownIt): string {
  if (!/\]:/.test(text)) {
    return text;
  }
  const env: NonNullable<Parameters<MarkdownIt['parse']>[1]> = {};
  const verbatim = linesOf(md.parse(text, env), VERBATIM);
  const footnotes: { readonly refs?: object } = Object(env['footnotes']);
  const links = new Set(Object.getOwnPropertyNames(env['references'] ?? {}));
  const notes = new Set(Object.getOwnPropertyNames(footnotes.refs ?? {}));
  if (links.size + notes.size === 0) {
    return text;
  }
  const rename = (prose: string) =>
    prose.replace(LABELS, (found: string, ...[, mark, label, empty = '', at]: FoundLabel) => {
      const isNote = mark === '^';
      const isOwn =
        label !== undefined &&
        (isNote ? notes.has(`:${label}`) : links.has(md.utils.normalizeReference(label)));
      const next = prose[at + found.length] ?? '';
      const isSecond = prose[at - 1] === ']' && !isNote;
      // The words of a link, whose target or label comes next.
      if (!isOwn || (!isSecond && !isNote && empty === '' && /[([]/.test(next))) {
        return found;
      }
      const own = `[${mark}${label.trim()}-${position}]`;
      const before = prose.slice(Math.max(0, at - MAX_BEFORE), at);
      const isDefinition = next === ':' && BEFORE_DEFINITION.test(before);
      return isNote || isSecond || isDefinition ? `${own}${empty}` : `[${label}]${own}`;
    });
  return mapRuns(text, verbatim, rename);
}

type FoundLabel = [
  ticks: string | undefined,
  mark: string | undefined,
  label: string | undefined,
  empty: string | undefined,
  at: number,
];

/** Maps the lines between these, together, because code and labels may contain line feeds. */
function mapRuns(text: string, without: ReadonlySet<number>, map: (prose: string) => string): string {
  const runs: { isKept: boolean; lines: string[] }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const isKept = without.has(index);
    const last = runs.at(-1);
    if (last?.isKept === isKept) {
      last.lines.push(line);
    } else {
      runs.push({ isKept, lines: [line] });
    }
  }
  return runs.map(({ isKept, lines }) => (isKept ? lines.join('\n') : map(lines.join('\n')))).join('\n');
}
