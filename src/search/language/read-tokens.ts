import { findQualifier, QUALIFIERS, type QualifierName, qualifierRow } from '../qualifiers.table.ts';
import { MistakeError, type Span, wrongWord } from './search-mistake.ts';

export type Token = Span &
  (
    | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' }
    | ({ readonly kind: 'words' } & TokenWords)
    | { readonly kind: 'qualifier'; readonly name: QualifierName; readonly items: readonly Span[] }
  );

const OPERATORS = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
] as const);

/** Characters that the tokenizer of the index regards as part of a word (sqlite.org/fts5.html, 4.3.1). */
const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}]/u;
const HYPHENS = /--+(?=[\p{L}\p{N}])/uy;
const BLANK = /\s+/y;
const QUALIFIER = /([a-z][a-z-]*):(?!:|\/\/)/iy;
const SPAN_OF_TIME = /(?:last|this)\s+(?:\d+\s+)?(?:day|week|month|year)s?(?=[\s)]|$)/iy;

/** Splits a search into tokens, in one pass over the text. Throws a `MistakeError`. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    const blank = matchAt(BLANK, text, start);
    if (blank !== undefined) {
      start += blank[0].length;
      continue;
    }
    const token = readToken(text, start);
    tokens.push(token);
    start += token.text.length;
  }
  return tokens;
}

function readToken(text: string, start: number): Token {
  const character = text.charAt(start);
  switch (character) {
    case '(':
      return { kind: 'open', text: character, start };
    case ')':
      return { kind: 'close', text: character, start };
    case '"':
      return readPhrase(text, start);
    case '-':
      return isMinus(text, start) ? { kind: 'minus', text: character, start } : readWord(text, start);
    default:
      return readQualifier(text, start) ?? readWord(text, start);
  }
}

/**
 * Whether a hyphen negates what follows. It does not before a space, or in `--force`, unless a qualifier follows. A run
 * of hyphens is checked once, at its first.
 */
function isMinus(text: string, start: number): boolean {
  const run = text[start - 1] === '-' ? undefined : matchAt(HYPHENS, text, start);
  return run === undefined
    ? /[^\s)]/.test(text.charAt(start + 1))
    : readQualifier(text, start + run[0].length) !== undefined;
}

function readPhrase(text: string, start: number): Token {
  const end = endOfQuotes(text, start);
  const isPrefix = text[end] === '*';
  const token = { text: text.slice(start, isPrefix ? end + 1 : end), start };
  return wordsToken(token, { words: text.slice(start + 1, end - 1), isPrefix, isQuoted: true });
}

/** The index after the closing quotation mark. */
function endOfQuotes(text: string, start: number): number {
  const close = text.indexOf('"', start + 1);
  if (close < 0) {
    throw new MistakeError({ text: text.slice(start), start }, 'has no closing quotation mark');
  }
  return close + 1;
}

function readWord(text: string, start: number): Token {
  const token = { text: text.slice(start, endOfWord(text, start)), start };
  const operator = OPERATORS.get(token.text as 'AND'); // Any text may be looked up.
  if (operator !== undefined) {
    return { kind: operator, ...token };
  }
  const isPrefix = token.text.endsWith('*');
  const words = isPrefix ? token.text.slice(0, -1) : token.text;
  return wordsToken(token, { words, isPrefix, isQuoted: false });
}

/** Parentheses within a word belong to it, as in `main()`; an unmatched closing parenthesis ends it. */
function endOfWord(text: string, start: number): number {
  let depth = 0;
  let end = start;
  for (; end < text.length; end += 1) {
    const character = text.charAt(end);
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (depth < 0 || character === '"' || /\s/.test(character)) {
      break;
    }
  }
  return end;
}

interface TokenWords {
  readonly words: string;
  readonly isPrefix: boolean;
  readonly isQuoted: boolean;
}

function wordsToken(token: Span, found: TokenWords): Token {
  const { words, isPrefix } = found;
  if (!WORD_CHARACTER.test(words)) {
    throw new MistakeError(token, 'has no letter or digit to search for');
  }
  const last = words.trimEnd().at(-1) ?? '';
  if (isPrefix && !/[\p{L}\p{N}\p{Co}\p{M}\p{Cs}]/u.test(last)) {
    throw new MistakeError(token, 'has no letter or digit before the *');
  }
  return { kind: 'words', ...token, ...found };
}

/** An unknown name is a mistake if a value follows immediately; `Note: this` is prose. */
function readQualifier(text: string, start: number): Token | undefined {
  const match = matchAt(QUALIFIER, text, start);
  if (match?.[1] === undefined) {
    return;
  }
  const name = findQualifier(match[1]);
  const valueStart = start + match[0].length;
  if (name === undefined) {
    if (/[\s)]|^$/.test(text.charAt(valueStart))) {
      return;
    }
    const found = { text: match[1], start };
    throw wrongWord(
      found,
      'is not a qualifier (text with a colon needs quotation marks)',
      Object.keys(QUALIFIERS),
    );
  }
  const { items, end } = readItems(text, valueStart, name);
  const token = { text: text.slice(start, end), start };
  if (items.every((item) => item.text.trim() === '')) {
    throw new MistakeError(token, `needs a value, as in ${qualifierRow(name).example}`);
  }
  return { kind: 'qualifier', ...token, name, items };
}

/** Reads a value up to a space or parenthesis; commas separate items, and quotation marks enclose text, in which two are one. */
function readItems(
  text: string,
  start: number,
  name: QualifierName,
): { readonly items: readonly Span[]; readonly end: number } {
  const { form } = qualifierRow(name);
  const isParted = form === 'texts' || form === 'choices';
  const span = form === 'times' ? matchAt(SPAN_OF_TIME, text, start) : undefined;
  if (span !== undefined) {
    return { items: [{ text: span[0], start }], end: start + span[0].length };
  }
  const items: Span[] = [];
  let item = { text: '', start };
  let end = start;
  let closed: number | undefined;
  while (end < text.length && !/[\s()]/.test(text.charAt(end))) {
    if (text[end] === '"') {
      const close = endOfQuotes(text, end);
      const mark = closed === end ? '"' : '';
      item = { ...item, text: item.text + mark + text.slice(end + 1, close - 1) };
      closed = close;
      end = close;
    } else if (isParted && text[end] === ',') {
      items.push(item);
      item = { text: '', start: end + 1 };
      end += 1;
    } else {
      const rest = endOfPlain(text, end, isParted);
      item = { ...item, text: item.text + text.slice(end, rest) };
      end = rest;
    }
  }
  return { items: [...items, item], end };
}

function endOfPlain(text: string, start: number, isParted: boolean): number {
  let end = start + 1;
  while (end < text.length && !/[\s()"]/.test(text.charAt(end)) && !(isParted && text[end] === ',')) {
    end += 1;
  }
  return end;
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text) ?? undefined;
}
