import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { readNumberedKind } from '../../../reading/locate-record.ts';
import { decodePart } from '../../paths.ts';
import { stateWords } from '../../show/badges.ts';
import { findReferences, type Reference } from '../find-references.ts';
import { type MarkdownPlace, shortAddress } from '../resolve-address.ts';

/** The key of the text's place in the parser's environment. */
export const PLACE = 'satchelPlace';

/** Links mentions, numbers and commits outside of code and links, and shortens bare addresses. */
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
  let linkDepth = 0;
  const made: Token[] = [];
  for (const child of children) {
    linkDepth += linkStep(child);
    const before = made.at(-1);
    if (child.type === 'text' && linkDepth === 0) {
      made.push(...linkText(child.content, state, place));
    } else if (child.type === 'text' && before?.type === 'link_open' && before.markup === 'linkify') {
      const address = String(before.attrGet('href') ?? '');
      const short = shortAddress(address, place);
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

/** The change in link depth: Markdown links and HTML links both count. */
function linkStep({ type, content }: Token): number {
  if (type === 'link_open' || (type === 'html_inline' && /^<a[\s>]/i.test(content))) {
    return 1;
  }
  return type === 'link_close' || (type === 'html_inline' && /^<\/a\s*>/i.test(content)) ? -1 : 0;
}

function linkText(text: string, state: StateCore, place: MarkdownPlace): Token[] {
  const made: Token[] = [];
  let end = 0;
  for (const found of findReferences(text)) {
    const href = hrefOf(found.reference, place);
    const words = text.slice(found.start, found.end);
    const isName = found.reference.kind === 'account';
    if (href === undefined && !isName) {
      continue;
    }
    made.push(textToken(state, text.slice(end, found.start)));
    end = found.end;
    const [tag, name, value] = href === undefined ? ['strong', 'class', 'mention'] : ['a', 'href', href];
    const open = new state.Token(`${tag}_open`, tag, 1);
    open.attrSet(name, value);
    const inner =
      found.reference.kind === 'commit' ? codeToken(state, shorten(words)) : textToken(state, words);
    if (href !== undefined && isName) {
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

function hrefOf(reference: Reference, { links, repo }: MarkdownPlace): string | undefined {
  switch (reference.kind) {
    case 'account':
      return reference.team === undefined ? links.account(reference.login) : undefined;
    case 'thread': {
      const named = reference.repo ?? repo;
      return named === null || named === undefined ? undefined : links.thread(named, reference.number);
    }
    default: {
      const named = reference.repo ?? repo;
      return named === null || named === undefined ? undefined : links.commit(named, reference.sha);
    }
  }
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
