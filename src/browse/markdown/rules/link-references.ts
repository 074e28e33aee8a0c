import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { decodePart } from '../../../base/text-ends.ts';
import { readNumberedKind } from '../../../reading/locate-record.ts';
import { stateWords } from '../../show/badges.ts';
import { referencePath } from '../../show/linked-text.ts';
import { findReferences } from '../find-references.ts';
import { type MarkdownPlace, PAGE_SCHEME, shortAddress } from '../resolve-address.ts';

/** The key of the text's place in the parser's environment. */
export const PLACE = 'satchelPlace';

/** The key of the list of paths that these rules link to. */
export const PAGES = 'satchelPages';

/**
 * Links mentions, numbers and commits outside of code and links, and shortens bare addresses. The service does neither in
 * files and wikis. There, what the store contains is linked all the same, but shown as it was written.
 */
export function linkReferences(md: MarkdownIt): void {
  md.core.ruler.push('satchel_references', (state) => {
    const place = state.env[PLACE] as MarkdownPlace | undefined; // Set by the engine.
    if (place === undefined) {
      return;
    }
    for (const token of state.tokens) {
      if (token.type === 'inline' && token.children !== null) {
        token.children = linkChildren(token.children, state, place);
      }
    }
  });
}

function linkChildren(children: readonly Token[], state: StateCore, place: MarkdownPlace): Token[] {
  let [linkDepth, codeDepth] = [0, 0];
  const made: Token[] = [];
  for (const child of children) {
    linkDepth = depthAfter(linkDepth, child, LINK);
    codeDepth = depthAfter(codeDepth, child, CODE);
    const before = made.at(-1);
    if (codeDepth > 0) {
      made.push(child);
    } else if (child.type === 'text' && linkDepth === 0) {
      made.push(...linkText(child.content, state, place));
    } else if (child.type === 'text' && before?.type === 'link_open' && before.markup === 'linkify') {
      const address = String(before.attrGet('href') ?? '');
      const short = place.file === undefined ? shortAddress(address, place) : undefined;
      const path = place.links.local(address) ?? '';
      const { repo = '', number } = THREAD_PATH.exec(path)?.groups ?? {};
      describeThread(before, place.links.glance(decodePart(repo), Number(number), readNumberedKind(path)));
      made.push(short === undefined ? child : textToken(state, short));
    } else {
      made.push(child);
    }
  }
  return made;
}

const LINK = /^<(\/?)a(?=[\s/>])/i;
const CODE = /^<(\/?)(?:code|pre|tt)(?=[\s/>])/i;

/** The depth in links or code after a token, whether its tag was written in Markdown or in HTML. */
function depthAfter(depth: number, { type, content }: Token, tag: RegExp): number {
  const [, slash] = (type === 'html_inline' ? tag.exec(content) : null) ?? [];
  const isOpened = slash === '' || (tag === LINK && type === 'link_open');
  const isClosed = slash === '/' || (tag === LINK && type === 'link_close');
  return Math.max(0, depth + Number(isOpened) - Number(isClosed));
}

function linkText(text: string, state: StateCore, place: MarkdownPlace): Token[] {
  const made: Token[] = [];
  let end = 0;
  for (const found of findReferences(text)) {
    const path = referencePath(found.reference, place.links, place.repo);
    const words = text.slice(found.start, found.end);
    const isFile = place.file !== undefined;
    const isName = found.reference.kind === 'account';
    if (path === undefined && (isFile || !isName)) {
      continue;
    }
    made.push(textToken(state, text.slice(end, found.start)));
    end = found.end;
    const [tag, name, value] =
      path === undefined ? ['strong', 'class', 'mention'] : ['a', 'href', pageAddress(path, state)];
    const open = new state.Token(`${tag}_open`, tag, 1);
    open.attrSet(name, value);
    const inner =
      found.reference.kind === 'commit' && !isFile
        ? codeToken(state, shorten(words))
        : textToken(state, words);
    if (path !== undefined && isName) {
      open.attrSet('class', 'mention');
    } else if (found.reference.kind === 'thread') {
      describeThread(
        open,
        place.links.glance(found.reference.repo ?? place.repo ?? '', found.reference.number),
      );
    }
    made.push(open, inner, new state.Token(`${tag}_close`, tag, -1));
  }
  return end === 0 ? [textToken(state, text)] : [...made, textToken(state, text.slice(end))];
}

const THREAD_PATH = /^\/(?<repo>[^/]+\/[^/]+)\/(?:issues|pull|discussions)\/(?<number>\d+)(?:#|$)/;

/** Adds the kind and state of a thread as a class, which has a sign, and its title. */
function describeThread(open: Token, thread: ReturnType<MarkdownPlace['links']['glance']>): void {
  if (thread !== undefined) {
    const kind = thread.kind === 'pull_request' ? 'pull' : thread.kind;
    open.attrSet('class', `cited cited-${kind}-${thread.state}`);
    open.attrSet('title', `${thread.title ?? ''} (${stateWords(thread)})`);
  }
}

/** The address of a page of the reader in place of its path, which would be that of a file in a text of a file. */
function pageAddress(path: string, { env }: StateCore): string {
  const pages = env[PAGES] as string[]; // Set by the engine.
  return `${PAGE_SCHEME}${pages.push(path) - 1}`;
}

/** Abbreviates the commit id in `owner/repo@0123456789abcdef…` to seven digits. */
function shorten(words: string): string {
  return words.replace(/[0-9a-f]{40}$/, (sha) => sha.slice(0, 7));
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}

function codeToken(state: StateCore, content: string): Token {
  const token = new state.Token('code_inline', 'code', 0);
  token.content = content;
  return token;
}
