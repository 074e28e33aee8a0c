import { terminalText } from '../../../base/terminal-text.ts';
import { MAX_MARKDOWN_CHARS } from '../../../model/create-markdown-parser.ts';
import type { Style } from '../painter.ts';
import { formatMarkdownTable } from './format-markdown-table.ts';
import { BLOCK_TAGS } from './html-tags.ts';
import type { MarkdownElement, MarkdownNode, ReadMarkdown } from './read-markdown.ts';
import { spansOf, textOf, trimSpans } from './spans-of.ts';
import { cutText, formatWords, indent, indentBlock, narrow, type TextLayout } from './text-layout.ts';

const STYLES: ReadonlyMap<string | undefined, Style> = new Map([
  ['+', 'green'],
  ['-', 'red'],
  ['@', 'cyan'],
]);

export interface MarkdownLayout extends TextLayout {
  readonly readMarkdown: ReadMarkdown;
}

const MAX_FORMATTED_CHARS = 4 * 1024 * 1024;

const CODE_INDENT = '    ';

const RULE_COLUMNS = 40;

/** Markers written in HTML may be longer than numbers; they do not indent their item further. */
const MAX_MARKER = 12;

/**
 * Formats Markdown as lines for a terminal, with control characters made visible. Line breaks in a paragraph are kept
 * in comments and ignored in files, as at the service.
 */
export function formatMarkdown(
  text: string,
  layout: MarkdownLayout & { readonly isFile?: boolean },
): readonly string[] {
  const { isFile = false, readMarkdown, widthColumns } = layout;
  if (text.length > MAX_MARKDOWN_CHARS) {
    const lines = terminalText(text)
      .split('\n')
      .flatMap((line) => cutText(line, widthColumns));
    return [...lines, '', layout.paint(['dim'], 'This text is too long to format.')];
  }
  return cutLines(formatBlocks(readMarkdown(text, { isFile }).children, layout), layout);
}

function cutLines(lines: readonly string[], { paint }: TextLayout): readonly string[] {
  let chars = 0;
  const end = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > MAX_FORMATTED_CHARS;
  });
  return end < 0
    ? lines
    : [...lines.slice(0, end), '', paint(['dim'], 'The rest of this text is too long when it is formatted.')];
}

/** A formatted block; a list follows the text of its item without a blank line. */
interface FormattedBlock {
  readonly lines: readonly string[];
  readonly isList: boolean;
}

function formatBlocks(nodes: readonly MarkdownNode[], layout: TextLayout): readonly string[] {
  return joinBlocks(blocksOf(nodes, layout), false);
}

function joinBlocks(blocks: readonly FormattedBlock[], isItem: boolean): readonly string[] {
  return blocks.flatMap(({ lines, isList }, index) => [
    ...(index === 0 || (isItem && isList) ? [] : ['']),
    ...lines,
  ]);
}

/** Formats the blocks among the nodes; inline nodes between them form paragraphs. */
function blocksOf(nodes: readonly MarkdownNode[], layout: TextLayout): readonly FormattedBlock[] {
  const blocks: FormattedBlock[] = [];
  let words: MarkdownNode[] = [];
  const add = (lines: readonly string[], isList = false) => {
    if (lines.some((line) => line !== '')) {
      blocks.push({ lines, isList });
    }
  };
  const endWords = () => {
    add(formatWords(trimSpans(spansOf(words)), layout));
    words = [];
  };
  for (const node of nodes) {
    if (isBlock(node)) {
      endWords();
      add(formatBlock(node, layout), node.tag === 'ul' || node.tag === 'ol');
    } else {
      words.push(node);
    }
  }
  endWords();
  return blocks;
}

function isBlock(node: MarkdownNode): node is MarkdownElement {
  return typeof node !== 'string' && BLOCK_TAGS.has(node.tag);
}

function formatBlock(element: MarkdownElement, layout: TextLayout): readonly string[] {
  const { tag, attributes, children } = element;
  const { paint, widthColumns } = layout;
  switch (tag) {
    case 'h1':
      return formatWords(spansOf(children, ['bold', 'underline']), layout);
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
    case 'dt':
      return formatWords(spansOf(children, ['bold']), layout);
    case 'summary':
      return formatWords([{ text: '▾ ', styles: [] }, ...spansOf(children, ['bold'])], layout);
    case 'pre':
      return formatCode(textOf(element), attributes['language'], layout);
    case 'blockquote':
      return indentBlock(layout, formatBlocks(children, narrow(layout, 2)), paint(['dim'], '│ '));
    case 'dd':
      return indentBlock(layout, formatBlocks(children, narrow(layout, 4)), '    ');
    case 'ul':
    case 'ol':
      return formatList(element, layout);
    case 'table':
      return formatMarkdownTable(element, layout);
    case 'hr':
      return [paint(['dim'], '─'.repeat(Math.min(widthColumns ?? RULE_COLUMNS, RULE_COLUMNS)))];
    default: {
      const style = ALERT_STYLES.get(attributes['class'] ?? '');
      return style === undefined ? formatBlocks(children, layout) : formatAlert(children, style, layout);
    }
  }
}

/** By the classes that `createMarkdownParser` sets on alerts. */
const ALERT_STYLES: ReadonlyMap<string, Style> = new Map([
  ['alert alert-note', 'cyan'],
  ['alert alert-tip', 'green'],
  ['alert alert-important', 'magenta'],
  ['alert alert-warning', 'yellow'],
  ['alert alert-caution', 'red'],
]);

function formatAlert(
  [title, ...children]: readonly MarkdownNode[],
  style: Style,
  layout: TextLayout,
): readonly string[] {
  const inner = narrow(layout, 2);
  const head = formatWords(trimSpans(spansOf(title === undefined ? [] : [title], [style, 'bold'])), inner);
  return indentBlock(layout, [...head, ...formatBlocks(children, inner)], layout.paint([style], '│ '));
}

function formatCode(text: string, language: string | undefined, layout: TextLayout): readonly string[] {
  const { paint } = layout;
  const inner = narrow(layout, CODE_INDENT.length);
  const lines = text.replace(/^\n|\n$/g, '').split('\n');
  const shown =
    language === 'diff' || language === 'patch'
      ? formatDiff(lines, inner)
      : lines.flatMap((line) => cutText(line, inner.widthColumns).map((part) => paint(['cyan'], part)));
  const head = language === 'suggestion' ? [paint(['dim'], 'Suggested change:')] : [];
  return [...head, ...indent(shown, CODE_INDENT)];
}

function formatList({ tag, attributes, children }: MarkdownElement, layout: TextLayout): readonly string[] {
  const items = children.filter((child) => typeof child !== 'string');
  const first = Number(attributes['start'] ?? 1);
  const marked = items.map((item, index) => {
    const box = boxOf(item);
    const usual = tag === 'ol' ? `${first + index}.` : '•';
    return {
      item: box === undefined ? item : box.item,
      marker: box?.marker ?? item.attributes['marker'] ?? usual,
    };
  });
  const width = marked.reduce(
    (widest, { marker }) => Math.max(widest, Math.min(marker.length, MAX_MARKER)),
    0,
  );
  const isLoose = items.some((item) => item.children.some((child) => isBlock(child) && child.tag === 'p'));
  return marked.flatMap(({ item, marker }, index) => {
    const blocks = blocksOf(item.children, narrow(layout, width + 1));
    const [line = '', ...rest] = joinBlocks(blocks, true);
    return [
      ...(index > 0 && isLoose ? [''] : []),
      `${marker.padStart(width)} ${line}`.trimEnd(),
      ...indentBlock(layout, rest, ' '.repeat(width + 1)),
    ];
  });
}

/** The checkbox of a task, which replaces the bullet. */
function boxOf(
  item: MarkdownElement,
): { readonly marker: string; readonly item: MarkdownElement } | undefined {
  const [first, ...rest] = item.children;
  if (first === undefined || typeof first === 'string') {
    return undefined;
  }
  if (first.tag === 'input') {
    return { marker: textOf(first), item: { ...item, children: rest } };
  }
  const inner = first.tag === 'p' ? boxOf(first) : undefined;
  return inner && { marker: inner.marker, item: { ...item, children: [inner.item, ...rest] } };
}

function formatDiff(lines: readonly string[], { paint, widthColumns }: TextLayout): readonly string[] {
  return lines.flatMap((line) => cutText(line, widthColumns).map((part) => paint(styleOf(line), part)));
}

function styleOf(line: string): readonly Style[] {
  const style = STYLES.get(line[0]);
  return style === undefined ? [] : [style];
}
