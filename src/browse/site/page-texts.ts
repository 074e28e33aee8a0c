import type { MatchedPage } from '../match-page.ts';
import { unescapeMarkup } from '../unescape-markup.ts';
import { copyOf, TAG, titleOf } from './rewrite-page.ts';

/** What a search shows of a page besides its text, and chooses pages by. */
export interface PageFacts {
  /** The kind of record: `issue`, `pull_request`, `discussion`, `release`, `milestone`, `repository`, `wiki`. */
  readonly kind?: string | undefined;
  /** open, closed, merged or draft; undefined if it has no state. */
  readonly state?: string | undefined;
  /** The login of who wrote it. */
  readonly author?: string | undefined;
  /** `owner/name` of its repository. */
  readonly repo?: string | undefined;
  /** When it was begun; undefined if it has no time. */
  readonly at?: string | undefined;
}

/** The texts that people wrote on a page, and where in it those begin that links can name, in their order. */
export interface PageText {
  readonly text: string;
  readonly anchors: readonly (readonly [start: number, anchor: string])[];
}

/** The kinds of the pages in the index, by the names of their rows in the tables of pages. */
const KINDS: Readonly<Record<string, string>> = {
  issue: 'issue',
  'pull request': 'pull_request',
  discussion: 'discussion',
  release: 'release',
  milestone: 'milestone',
  repository: 'repository',
  wiki: 'wiki',
  'wiki page': 'wiki',
};

/** Kinds whose pages begin with their author. */
const WRITTEN: ReadonlySet<string> = new Set(['issue', 'pull_request', 'discussion', 'release']);

/** Kinds with a state. */
const STATEFUL: ReadonlySet<string> = new Set(['issue', 'pull_request', 'milestone']);

/** Whether the text of a page is in the index: those with titles, and wikis. Pages of people only repeat it. */
export function isSearched(matched: MatchedPage | undefined): boolean {
  const { name = '', inSites } = matched?.row ?? {};
  return KINDS[name] !== undefined && (inSites === 'indexed' || KINDS[name] === 'wiki');
}

/** Kinds whose pages show files of a repository: its README, or its wiki. */
const CODE: ReadonlySet<string> = new Set(['repository', 'wiki']);

/** What the index has of a page, apart from its file. */
export function readPage(html: string, matched: MatchedPage | undefined) {
  const facts = factsOfPage(html, matched?.row.name ?? '');
  const { owner, repo } = matched?.params ?? {};
  return {
    ...facts,
    repo: owner === undefined || repo === undefined ? undefined : `${owner}/${repo}`,
    title: titleOf(html) ?? '',
    ...textOfPage(html),
    isCode: CODE.has(facts.kind),
  };
}

/** The facts about a page of this row, as its main part shows them. */
export function factsOfPage(html: string, row: string): PageFacts & { readonly kind: string } {
  const kind = KINDS[row] ?? '';
  const main = html.slice(html.indexOf('<main'));
  const found = (pattern: RegExp) => {
    const [, fact] = pattern.exec(main) ?? [];
    return fact === undefined ? undefined : copyOf(unescapeMarkup(fact));
  };
  return {
    kind,
    state: STATEFUL.has(kind) ? found(/<span class="state state-([a-z]+)/) : undefined,
    author: WRITTEN.has(kind) ? found(/<a class="who[^"]*"[^>]*>([^<]*)</) : undefined,
    at: found(/<time datetime="([^"]+)"/),
  };
}

/** Elements without texts of people: navigation, controls, and what the reader says about a text. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['nav', 'form', 'svg', 'script', 'style', 'math', 'h1', 'caption'],
]);
const LEFT_OUT_CLASSES: ReadonlySet<string> = new Set([
  ...['by', 'happened', 'thread-head', 'reactions', 'rows'],
  ...['code-bar', 'ref-choice', 'sorts', 'tip', 'newest', 'number', 'empty'],
  ...['own-words', 'hunk', 'edits', 'source-note', 'footnote-ref', 'footnote-backref'],
]);

/** The texts that people wrote on a page: those of its main part. Results show the title and the facts by themselves. */
export function textOfPage(html: string): PageText {
  const start = html.indexOf('<main');
  const main = withoutElements(html.slice(start, html.indexOf('</main>', start)));
  const anchors: [number, string][] = [];
  let text = '';
  for (const part of main.split(/(?=<article\s)/)) {
    const words = wordsOf(part);
    const [, anchor] = /^<article\s[^>]*?\bid="([^"]+)"/.exec(part) ?? [];
    const joined = joinBlocks(text, words);
    if (anchor !== undefined && words !== '') {
      anchors.push([joined.length - words.length, copyOf(unescapeMarkup(anchor))]);
    }
    text = joined;
  }
  return { text, anchors };
}

/** Paragraphs, items and the like: what comes after one belongs to another sentence. */
const BLOCK =
  /<\/?(?:article|blockquote|dd|details|div|dl|dt|h[1-6]|li|ol|p|pre|section|summary|table|tr|ul)\b[^>]*>/;

function wordsOf(markup: string): string {
  return markup.split(BLOCK).reduce((text, block) => joinBlocks(text, wordsOfBlock(block)), '');
}

/** Two blocks within one line, with a dot between them unless the first one ends a sentence. */
function joinBlocks(text: string, block: string): string {
  return text === '' || block === ''
    ? text + block
    : `${text}${/[.!?…:;]$/.test(text) ? ' ' : ' · '}${block}`;
}

function wordsOfBlock(markup: string): string {
  const text = markup
    // A mark such as "author" is an element next to other words, and not a part of one.
    .replace(/<[^>]*>/g, (tag) =>
      /^<(?:\/?(?:a|b|bdi|code|del|em|i|ins|mark|s|strong|sub|sup)\b|span class="hljs)/.test(tag) ? '' : ' ',
    )
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?)])/g, '$1');
  return unescapeMarkup(text).trim();
}

function withoutElements(html: string): string {
  const parts: string[] = [];
  let [end, depth, inside] = [0, 0, ''];
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    if (depth > 0) {
      depth += name !== inside ? 0 : slash === '/' ? -1 : 1;
      end = index + tag.length;
    } else if (slash === '' && isLeftOut(name, attributes)) {
      parts.push(html.slice(end, index), ' ');
      [depth, inside, end] = [1, name, index + tag.length];
    }
  }
  return depth > 0 ? parts.join('') : [...parts, html.slice(end)].join('');
}

function isLeftOut(name: string, attributes: string): boolean {
  const [, classes = ''] = /\sclass="([^"]*)"/.exec(attributes) ?? [];
  return LEFT_OUT.has(name) || classes.split(' ').some((one) => LEFT_OUT_CLASSES.has(one));
}
