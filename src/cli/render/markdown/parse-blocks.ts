/** A part of a Markdown document that begins on a line of its own. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly lines: readonly string[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[]; readonly isLoose: boolean }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[]; readonly sides: readonly Side[] }
  | { readonly kind: 'rule' };

export type Side = 'left' | 'right' | 'centre';

export interface ListItem {
  /** `•`, `3.`, or a box of a task list. */
  readonly marker: string;
  readonly blocks: readonly Block[];
}

/** Quotes and lists within each other beyond this are taken for text. */
const MAX_DEPTH = 12;

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?=\S)| *$| +)(.*)$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const INDENTED = /^ {4}/;

/** Reads the blocks of a Markdown document (github.github.com/gfm, as far as people use it in comments). */
export function parseBlocks(text: string): readonly Block[] {
  return readBlocks(withoutComments(text).split('\n'), 0);
}

/** Comments of HTML are for those who write, not for those who read. */
function withoutComments(text: string): string {
  let kept = '';
  let at = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start);
    if (end < 0) {
      break;
    }
    kept += text.slice(at, start);
    at = end + 3;
  }
  return kept + text.slice(at);
}

/** Lines that are read one after the other. */
interface Lines {
  readonly lines: readonly string[];
  readonly depth: number;
  at: number;
}

function readBlocks(lines: readonly string[], depth: number): readonly Block[] {
  const source: Lines = { lines, depth, at: 0 };
  const blocks: Block[] = [];
  while (source.at < lines.length) {
    if (lineAt(source).trim() === '') {
      source.at += 1;
      continue;
    }
    blocks.push(
      readFence(source) ??
        readHeading(source) ??
        readRule(source) ??
        readIndented(source) ??
        readQuote(source) ??
        readList(source) ??
        readTable(source) ??
        readParagraph(source),
    );
  }
  return blocks;
}

function lineAt({ lines, at }: Lines, ahead = 0): string {
  return lines[at + ahead] ?? '';
}

function readFence(source: Lines): Block | undefined {
  const [, fence = '', language = ''] = FENCE.exec(lineAt(source)) ?? [];
  if (fence === '') {
    return;
  }
  const indent = lineAt(source).indexOf(fence);
  const lines: string[] = [];
  for (source.at += 1; source.at < source.lines.length; source.at += 1) {
    const line = lineAt(source);
    const [, close = '', rest = ''] = FENCE.exec(line) ?? [];
    if (close.startsWith(fence) && rest.trim() === '') {
      source.at += 1;
      break;
    }
    lines.push(line.replace(new RegExp(`^ {0,${indent}}`), ''));
  }
  return { kind: 'code', language: language.trim().split(/\s/)[0] ?? '', lines };
}

function readHeading(source: Lines): Block | undefined {
  const match = HEADING.exec(lineAt(source));
  if (match === null) {
    return;
  }
  source.at += 1;
  return { kind: 'heading', level: match[1]?.length ?? 1, text: match[2] ?? '' };
}

function readRule(source: Lines): Block | undefined {
  if (!RULE.test(lineAt(source))) {
    return;
  }
  source.at += 1;
  return { kind: 'rule' };
}

function readIndented(source: Lines): Block | undefined {
  if (!INDENTED.test(lineAt(source))) {
    return;
  }
  const lines: string[] = [];
  while (source.at < source.lines.length && (INDENTED.test(lineAt(source)) || lineAt(source).trim() === '')) {
    lines.push(lineAt(source).slice(4));
    source.at += 1;
  }
  while (lines.at(-1) === '') {
    lines.pop();
  }
  return { kind: 'code', language: '', lines };
}

function readQuote(source: Lines): Block | undefined {
  if (source.depth >= MAX_DEPTH || !QUOTE.test(lineAt(source))) {
    return;
  }
  const inner: string[] = [];
  while (source.at < source.lines.length) {
    const match = QUOTE.exec(lineAt(source));
    if (match === null && (inner.at(-1)?.trim() === '' || beginsBlock(lineAt(source)))) {
      break; // A line without the mark goes on with a paragraph, and with nothing else.
    }
    inner.push(match?.[1] ?? lineAt(source));
    source.at += 1;
  }
  return { kind: 'quote', blocks: readBlocks(inner, source.depth + 1) };
}

function beginsBlock(line: string): boolean {
  return line.trim() === '' || [FENCE, HEADING, RULE, QUOTE, ITEM].some((pattern) => pattern.test(line));
}

function readList(source: Lines): Block | undefined {
  const first = ITEM.exec(lineAt(source));
  if (source.depth >= MAX_DEPTH || first === null) {
    return;
  }
  const family = familyOf(first[2] ?? '');
  const items: ListItem[] = [];
  let isLoose = false;
  while (source.at < source.lines.length) {
    const match = ITEM.exec(lineAt(source));
    if (match === null || RULE.test(lineAt(source)) || familyOf(match[2] ?? '') !== family) {
      break;
    }
    const { item, endsWithBlank } = readItem(source, match);
    items.push(item);
    isLoose ||= endsWithBlank && familyOf(ITEM.exec(lineAt(source))?.[2] ?? '') === family;
  }
  return { kind: 'list', items, isLoose };
}

function familyOf(marker: string): string {
  return marker.slice(-1);
}

function readItem(
  source: Lines,
  [, indent = '', marker = '', gap = '', rest = '']: RegExpExecArray,
): { readonly item: ListItem; readonly endsWithBlank: boolean } {
  const width =
    indent.length + marker.length + (gap.trim() === '' && rest !== '' && gap.length <= 4 ? gap.length : 1);
  const [, box, words] = /^\[([ xX])\](?:\s+|$)(.*)$/.exec(rest) ?? [];
  const inner = [box === undefined ? rest : (words ?? '')];
  for (source.at += 1; source.at < source.lines.length; source.at += 1) {
    const line = lineAt(source);
    const isInside = line.trim() === '' || line.search(/\S/) >= width;
    const isLazy = !beginsBlock(line) && inner.at(-1)?.trim() !== '';
    if (!isInside && !isLazy) {
      break;
    }
    inner.push(isInside ? line.slice(Math.min(width, Math.max(0, line.search(/\S/)))) : line);
  }
  const endsWithBlank = inner.length > 1 && inner.at(-1)?.trim() === '';
  const isBullet = /^[-*+]$/.test(marker);
  const shown = box === undefined ? (isBullet ? '•' : marker) : box === ' ' ? '☐' : '☑';
  return { item: { marker: shown, blocks: readBlocks(inner, source.depth + 1) }, endsWithBlank };
}

function readTable(source: Lines): Block | undefined {
  const head = lineAt(source);
  const rule = lineAt(source, 1);
  if (!head.includes('|') || !rule.includes('-') || !TABLE_RULE.test(rule)) {
    return;
  }
  const sides = cellsOf(rule).map(sideOf);
  const heading = cellsOf(head);
  if (heading.length !== sides.length) {
    return;
  }
  const rows = [heading];
  for (source.at += 2; source.at < source.lines.length && lineAt(source).includes('|'); source.at += 1) {
    const cells = cellsOf(lineAt(source));
    rows.push(sides.map((_, index) => cells[index] ?? ''));
  }
  return { kind: 'table', rows, sides };
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function sideOf(rule: string): Side {
  const isLeft = rule.startsWith(':');
  return rule.endsWith(':') ? (isLeft ? 'centre' : 'right') : 'left';
}

/** Breaks of lines stay: in comments people mean them (the service renders them so). */
function readParagraph(source: Lines): Block {
  const lines: string[] = [];
  while (source.at < source.lines.length) {
    const line = lineAt(source);
    const [, underline] = /^ {0,3}(=+|-+)[ \t]*$/.exec(line) ?? [];
    if (underline !== undefined && lines.length > 0) {
      source.at += 1;
      return { kind: 'heading', level: underline.startsWith('=') ? 1 : 2, text: lines.join(' ') };
    }
    const isTable = lines.length > 0 && line.includes('|') && TABLE_RULE.test(lineAt(source, 1));
    if (lines.length > 0 && (beginsBlock(line) || isTable)) {
      break;
    }
    lines.push(line.trim().replace(/\\$/, ''));
    source.at += 1;
  }
  return { kind: 'paragraph', text: lines.join('\n') };
}
