import type { MatchedPage } from '../match-page.ts';
import { unescapeMarkup } from '../unescape-markup.ts';
import type { IndexLabel, Passage } from './engine/index-format.ts';
import { copyOf, TAG, titleOf } from './rewrite-page.ts';

/** What a search shows of a page besides its text, and chooses pages by. */
export interface PageFacts {
  /** The kind of record: `issue`, `pull_request`, `discussion`, `release`, `milestone`, `repository`, `wiki`, `user`, `organization`. */
  readonly kind?: string | undefined;
  /** open, closed, merged or draft, of releases only draft; undefined if it has no state. */
  readonly state?: string | undefined;
  /** The login of who wrote it, or whom it is about. */
  readonly author?: string | undefined;
  /** `owner/name` of its repository. */
  readonly repo?: string | undefined;
  /** Of a thread or milestone. */
  readonly number?: number | undefined;
  readonly labels?: readonly IndexLabel[];
  readonly assignees?: readonly string[];
  readonly milestone?: string | undefined;
  /** The class and the initials that draw the face of a person. */
  readonly face?: string | undefined;
  /** When it was begun; undefined if it has no time. */
  readonly at?: string | undefined;
}

/** The texts that people wrote on a page, and where in it those begin that links can name, in their order. */
export interface PageText {
  readonly text: string;
  readonly passages: readonly Passage[];
}

/** The kinds of the pages in the index, by the names of their rows in the tables of pages. */
const KINDS: Readonly<Record<string, string>> = {
  issue: 'issue',
  'pull request': 'pull_request',
  discussion: 'discussion',
  release: 'release',
  milestone: 'milestone',
  repository: 'repository',
  'wiki page': 'wiki',
  account: 'user',
};

/** Kinds whose pages begin with their author. */
const WRITTEN: ReadonlySet<string> = new Set(['issue', 'pull_request', 'discussion', 'release']);

/** Kinds with a state. */
const STATEFUL: ReadonlySet<string> = new Set(['issue', 'pull_request', 'milestone']);

/** Kinds with a number. */
const NUMBERED: ReadonlySet<string> = new Set(['issue', 'pull_request', 'discussion', 'milestone']);

/** Whether the text of a page is in the index: those with titles, and pages of wikis. Lists of what a person wrote only repeat it. */
export function isSearched(matched: MatchedPage | undefined): boolean {
  const { name = '', inSites } = matched?.row ?? {};
  return KINDS[name] !== undefined && (inSites === 'indexed' || KINDS[name] === 'wiki');
}

const PLACE_OF_COMMIT = / · \S+@[0-9a-f]+$/;

/** What the index has of a commit, apart from its file. */
export function commitOf(title: string | null, matched: MatchedPage | undefined) {
  const { owner = '', repo = '', sha = '' } = matched?.params ?? {};
  return title === null || matched?.row.name !== 'commit'
    ? undefined
    : { repo: `${owner}/${repo}`, id: sha, title: title.replace(PLACE_OF_COMMIT, '') };
}

/** Kinds whose pages show files of a repository: its README, or its wiki. */
const CODE: ReadonlySet<string> = new Set(['repository', 'wiki']);

/** What the index has of a page, apart from its file. */
export function readPage(html: string, matched: MatchedPage | undefined) {
  const facts = factsOfPage(html, matched?.row.name ?? '');
  const { owner, repo, number } = matched?.params ?? {};
  const place = owner === undefined || repo === undefined ? undefined : `${owner}/${repo}`;
  const isPerson = facts.kind === 'user' || facts.kind === 'organization';
  return {
    ...facts,
    ...(isPerson ? { author: owner ?? '' } : {}),
    repo: place,
    number: NUMBERED.has(facts.kind) ? Number(number ?? 0) : undefined,
    title: (titleOf(html) ?? '').replace(PLACE, ''),
    ...(isPerson ? { text: profileOf(html), passages: [] } : textOfPage(html)),
    isCode: CODE.has(facts.kind),
  };
}

/** What follows the title of a record in that of its page. */
const PLACE = / · (?:Wiki of )?\S+\/\S+$/;

/** The facts about a page of this row, as its main part shows them, and those next to it. */
export function factsOfPage(html: string, row: string): PageFacts & { readonly kind: string } {
  const main = html.slice(html.indexOf('<main'));
  const found = (pattern: RegExp) => {
    const [, fact] = pattern.exec(main) ?? [];
    return fact === undefined ? undefined : copyOf(unescapeMarkup(fact));
  };
  const kind = KINDS[row] ?? '';
  if (kind === 'user') {
    const isOrganization = /^.*?<\/h1>/s.exec(main)?.[0].includes('>organization</span>') === true;
    const face = found(/<h1><span class="who (f\d+" data-face="[^"]*)"/)?.replace('" data-face="', ' ');
    return { kind: isOrganization ? 'organization' : kind, face };
  }
  return {
    kind,
    state: stateOf(kind, found),
    author: WRITTEN.has(kind)
      ? found(/<(?:a|span) class="who[^"]*"[^>]*>(?:<img[^>]*>)?([^<]*)</)
      : undefined,
    at: found(/<time datetime="([^"]+)"/),
    ...factsNextTo(main.slice(main.indexOf('</main>'))),
  };
}

function stateOf(kind: string, found: (pattern: RegExp) => string | undefined): string | undefined {
  const pattern = kind === 'release' ? DRAFT : STATEFUL.has(kind) ? STATE : undefined;
  return pattern === undefined ? undefined : found(pattern);
}

const STATE = /<span class="state state-([a-z]+)/;

/** Only of a draft, in the head of its page. */
const DRAFT = /^(?:(?!<\/header>).)*<span class="tag">(draft)<\/span>/s;

/** What the facts next to a thread say. */
function factsNextTo(aside: string): Pick<PageFacts, 'labels' | 'assignees' | 'milestone'> {
  const partOf = (title: string) => aside.split('<h2>').find((one) => one.startsWith(`${title}</h2>`)) ?? '';
  const innersOf = (title: string, element: RegExp) =>
    [...partOf(title).matchAll(element)].map(([, inner = '']) => inner);
  const textOf = (inner: string) => copyOf(unescapeMarkup(inner.replace(/<[^>]*>/g, '')));
  return {
    labels: innersOf('Labels', /<(?:a|span) class="label"[^>]*>(.*?)<\/(?:a|span)>/g).map((inner) => [
      textOf(inner),
      copyOf(/fill="#([0-9a-f]{6})"/i.exec(inner)?.[1] ?? ''),
    ]),
    assignees: innersOf('Assigned to', /<(?:a|span) class="who[^>]*>(.*?)<\/(?:a|span)>/g).map(textOf),
    milestone: innersOf('Milestone', /<bdi>(.*?)<\/bdi>/g).map(textOf)[0],
  };
}

/** What an account says about itself, without what the page has of it anyway. */
function profileOf(html: string): string {
  const [, profile = ''] =
    /<\/h1>(.*?)<(?:section|h2|div|\/main)\b/s.exec(html.slice(html.indexOf('<main'))) ?? [];
  return wordsOf(
    profile.replace(/<li><span>(?:Login|Joined|Created|Members|Teams|Belongs to)<.*?<\/li>/gs, ''),
  );
}

/** Elements without texts of people: navigation, controls, and what the reader says about a text. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['nav', 'form', 'svg', 'script', 'style', 'math', 'h1', 'caption'],
]);
const LEFT_OUT_CLASSES: ReadonlySet<string> = new Set([
  ...['by', 'happened', 'thread-head', 'reactions', 'rows'],
  ...['code-bar', 'ref-choice', 'sorts', 'tip', 'tree', 'files', 'newest', 'number', 'empty'],
  ...['own-words', 'hunk', 'edits', 'source-note', 'footnote-ref', 'footnote-backref', 'suggestion-title'],
]);

/** The texts that people wrote on a page: those of its main part. Results show the title and the facts by themselves. */
export function textOfPage(html: string): PageText {
  const start = html.indexOf('<main');
  const main = withoutElements(html.slice(start, html.indexOf('</main>', start)));
  const passages: Passage[] = [];
  let text = '';
  for (const part of main.split(/(?=<article\s)/)) {
    const words = wordsOf(part);
    const [, anchor, author] =
      /^<article\s[^>]*?\bid="([^"]+)"(?:\s[^>]*?aria-label="[^"]*? by ([^",]+),)?/.exec(part) ?? [];
    if (words !== '') {
      text += text === '' ? '' : '\n';
      if (anchor !== undefined) {
        passages.push([text.length, plainOf(anchor), plainOf(author ?? '')]);
      }
      text += words;
    }
  }
  return { text, passages };
}

function plainOf(attribute: string): string {
  return copyOf(unescapeMarkup(attribute));
}

/** Paragraphs, items and the like: what comes after one belongs to another sentence. */
const BLOCK =
  /(<\/?(?:article|blockquote|dd|details|div|dl|dt|h[1-6]|li|ol|p|pre|section|summary|table|tr|ul)\b[^>]*>)/;

/** A line for each block; a heading begins with `# `. */
function wordsOf(markup: string): string {
  const lines: string[] = [];
  let isHeading = false;
  for (const [index, part] of markup.split(BLOCK).entries()) {
    if (index % 2 === 1) {
      isHeading = /^<h[1-6]/.test(part);
    } else {
      const words = wordsOfBlock(part);
      lines.push(...(words === '' ? [] : [isHeading ? `# ${words}` : words]));
    }
  }
  return lines.join('\n');
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
